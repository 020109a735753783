"""Filters for texts of a report."""

from django import template

from arena.reports import words

register = template.Library()
register.filter("unbroken", words.unbroken)
