"""Addresses of the studies app: invitations for reviewers, study pages for admins."""

from django.urls import path

from arena.studies import staff, views

app_name = "studies"
urlpatterns = [
    path("invite/<str:token>", views.invitation, name="invitation"),
    path("invite/<str:token>/decline/", views.decline, name="decline"),
    path("privacy/", views.privacy, name="privacy"),
    path("review-as-staff/", views.review_as_staff, name="review-as-staff"),
    path("studies/", staff.study_list, name="list"),
    path("studies/<slug:name>/", staff.study, name="study"),
    path("studies/<slug:name>/freeze/", staff.freeze, name="freeze"),
    path("studies/<slug:name>/open/", staff.open_, name="open"),
    path("studies/<slug:name>/close/", staff.close, name="close"),
    path("studies/<slug:name>/invite/", staff.invite_reviewers, name="invite"),
    path("studies/<slug:name>/reviewers/<int:number>/renew/", staff.renew, name="renew"),
    path("studies/<slug:name>/reviewers/<int:number>/revoke/", staff.revoke, name="revoke"),
    path("studies/<slug:name>/reviewers/<int:number>/forget/", staff.forget, name="forget"),
]
