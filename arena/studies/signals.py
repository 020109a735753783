"""What happens in studies and concerns the apps above, which know of it by listening. All of it is sent inside the
transaction of the change: a listener that raises undoes the change."""

from django.dispatch import Signal

# A study's posters and pairs were fixed; `study`, `by`. The reviewers of a version before it are there already.
study_frozen = Signal()
# A study's results were opened to everybody; `study`.
study_published = Signal()
# What decides the pairs and their order was changed in a study in which nobody was shown one; `study`.
schedule_changed = Signal()
# Who a reviewer was is forgotten for good; `reviewer`, `with_comments`.
reviewer_erased = Signal()
