"""Addresses of the benchmarks app."""

from django.urls import path

from arena.benchmarks.views import benchmarks, corrections, drafts, papers

app_name = "benchmarks"
urlpatterns = [
    path("benchmarks/", benchmarks.list_benchmarks, name="list"),
    path("benchmarks/<slug:name>/", benchmarks.benchmark, name="benchmark"),
    path("benchmarks/<slug:name>/read-again/", benchmarks.read_again, name="read-again"),
    path("benchmarks/<slug:name>/manifest.jsonl", benchmarks.manifest, name="manifest"),
    path("benchmarks/<slug:name>/benchmark.json", benchmarks.about, name="about"),
    path("drafts/new/", drafts.new, name="new"),
    path("drafts/<int:pk>/", drafts.draft, name="draft"),
    path("drafts/<int:pk>/progress/", drafts.progress, name="draft-progress"),
    path("drafts/<int:pk>/facts/", drafts.save_facts, name="draft-facts"),
    path("drafts/<int:pk>/discard/", drafts.discard, name="draft-discard"),
    path("drafts/<int:pk>/papers/<int:paper>/", drafts.save_paper, name="draft-paper"),
    path("drafts/<int:pk>/papers/<int:paper>/page.webp", drafts.thumbnail, name="draft-thumbnail"),
    path("drafts/<int:pk>/papers/<int:paper>/paper.pdf", drafts.pdf, name="draft-pdf"),
    path("papers/<int:pk>/", papers.paper, name="paper"),
    path("papers/<int:pk>/paper.pdf", papers.pdf, name="pdf"),
    path("papers/<int:pk>/pages/<int:number>/<slug:size>.webp", papers.page, name="page"),
    path("papers/figures/<int:pk>.png", papers.figure, name="figure"),
    path("papers/figures/<int:pk>.webp", papers.small_figure, name="small-figure"),
    path("papers/previews/<str:token>.png", papers.preview, name="preview"),
    path("papers/<int:pk>/correct/", corrections.facts, name="facts"),
    path("papers/<int:pk>/figures/new/", corrections.new_figure, name="new-figure"),
    path("papers/<int:pk>/figures/<slug:figure_id>/", corrections.figure, name="figure-page"),
    path("papers/<int:pk>/figures/<slug:figure_id>/leave-out/", corrections.leave_out, name="leave-out"),
    path("papers/<int:pk>/figures/<slug:figure_id>/bring-back/", corrections.bring_back, name="bring-back"),
    path("papers/<int:pk>/corrections/<int:number>/undo/", corrections.undo, name="undo"),
]
