"""Small answers that several pages give."""

from django.http import HttpResponseRedirect


class SeeOther(HttpResponseRedirect):
    """Go on there with GET: the answer to a form that was taken."""

    status_code = 303
