"""What the site itself keeps: attempts to sign in, for as long as they are counted."""

from django.db import models
from django.utils import timezone


class SignInAttempt(models.Model):
    """A sign-in that did not succeed, by a keyed digest of what it is counted by: neither name nor address is kept."""

    key = models.CharField(max_length=64, db_index=True)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return f"{self.key[:8]} at {self.at:%H:%M:%S}"
