"""The console: one page that shows a team, live or recorded, and lets a person take part."""
