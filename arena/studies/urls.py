"""Addresses of the studies app: invitations for reviewers, study pages for admins."""

from django.urls import path

from arena.studies import staff, staff_identity, staff_life, staff_people, views

app_name = "studies"
urlpatterns = [
    path("invite/<str:token>", views.invitation, name="invitation"),
    path("invite/<str:token>/decline/", views.decline, name="decline"),
    path("privacy/", views.privacy, name="privacy"),
    path("review-as-staff/", views.review_as_staff, name="review-as-staff"),
    path("studies/", staff.study_list, name="list"),
    path("new-study/", staff_life.new, name="new"),
    path("studies/<slug:name>/", staff.study, name="study"),
    path("studies/<slug:name>/settings/", staff_life.settings, name="settings"),
    path("studies/<slug:name>/freeze/", staff_identity.freeze, name="freeze"),
    path("studies/<slug:name>/open/", staff_life.open_, name="open"),
    path("studies/<slug:name>/pause/", staff_life.pause, name="pause"),
    path("studies/<slug:name>/close/", staff_life.close, name="close"),
    path("studies/<slug:name>/publish/", staff_life.publish, name="publish"),
    path("studies/<slug:name>/unpublish/", staff_life.unpublish, name="unpublish"),
    path("studies/<slug:name>/archive/", staff_life.archive, name="archive"),
    path("studies/<slug:name>/unarchive/", staff_life.unarchive, name="unarchive"),
    path("studies/<slug:name>/forget-people/", staff_life.forget, name="forget-people"),
    path("studies/<slug:name>/new-version/", staff_life.new_draft, name="new-version"),
    path("studies/<slug:name>/invite/", staff_people.invite_reviewers, name="invite"),
    path("studies/<slug:name>/invite/people/", staff_people.invite_people, name="invite-people"),
    path("studies/<slug:name>/reviewers/<int:number>/", staff_people.reviewer, name="reviewer"),
    path("studies/<slug:name>/reviewers/<int:number>/renew/", staff_people.renew, name="renew"),
    path("studies/<slug:name>/reviewers/<int:number>/revoke/", staff_people.revoke, name="revoke"),
    path("studies/<slug:name>/reviewers/<int:number>/forget/", staff_people.forget, name="forget"),
    path("studies/<slug:name>/reviewers/<int:number>/erase/", staff_people.erase, name="erase"),
    path("studies/<slug:name>/reviewers/<int:number>/quota/", staff_people.quota, name="quota"),
]
