"""The browser of the tests of pages."""

from tests.html.conftest import page as page
