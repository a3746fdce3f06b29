# Everything that a fresh machine needs to run, test and check COALA.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/installed
READY := $(VENV)/ready

# Byte code is kept, though some containers forbid it: else each process of the tests compiles all that it imports.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo board test golden golden-accept package long fuzz lint types check bench picture tables docs man bundle clean

demo: $(INSTALLED)
	@$(BIN)/coala demo

# Which of the ten components of the sample's resolver pays; exit status 1 says that they change something.
board: $(READY)
	$(BIN)/python sample_graphs/newswire/resolve.py --board build/board
	$(BIN)/coala board build/board/board.toml -o build/board/board.coala || [ $$? -eq 1 ]
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" = Darwin ]; \
	  then $(BIN)/coala review build/board/board.coala; \
	  else echo "There is no display here; elsewhere 'coala review build/board/board.coala' opens it."; fi

# A process for each core and one more, since some tests wait for children and browsers; eight at most. One that
# is idle takes tests from another.
PARALLEL := -n $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1) --maxprocesses 8 --dist worksteal

test: $(READY)
	$(BIN)/python -m pytest $(PARALLEL)

# What the program gives, against the recorded outputs; each difference is printed.
golden: $(READY)
	$(BIN)/python -m tests.golden check

# Record the layout of some groups as it is now: make golden-accept GROUP="board facts"; with FIXED=--fixed what
# other programs read, too.
golden-accept: $(READY)
	$(BIN)/python -m tests.golden accept $(GROUP) $(FIXED)

# The wheel and the sdist, built, installed into an environment of their own, and used there.
package: $(READY)
	$(BIN)/python -m pytest -m package tests/packaging

# What takes long for what it tests: whole comparisons on Spark, and the pictures of the documentation.
long: $(READY)
	$(BIN)/python -m pytest $(PARALLEL) -m long

# The tests of properties with 25 times as many examples, others each time; it takes half an hour.
fuzz: $(READY)
	HYPOTHESIS_PROFILE=long $(BIN)/python -m pytest $(PARALLEL) -m hypothesis

lint: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: $(READY)
	$(BIN)/mypy

check: lint types test

# One table a benchmark, and last the goals; figures hold for one run on one machine only.
bench: $(READY)
	$(BIN)/python -m tests.bench

# The pictures and the animation of the documentation, taken from the real window, and an exported review.
picture: $(READY)
	$(BIN)/python docs/picture.py
	$(BIN)/python docs/animation.py

# What the program knows of formats, keys, scores and commands, written into the pages.
tables: $(READY)
	$(BIN)/python docs/tables.py

# The man page, from the parser of the command line.
man: $(READY)
	$(BIN)/python docs/man_page.py build/coala.1

# The site of the documentation, in build/site; a link that leads nowhere is an error.
docs: $(READY)
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --config-file .github/mkdocs.yml

# A folder with COALA and Python for this system, and an archive of it; resources/bundle.spec says what is in it.
BUNDLE := build/bundle

bundle:
	rm -rf $(BUNDLE)
	$(PYTHON) -m venv $(BUNDLE)/environment
	$(BUNDLE)/environment/bin/python -m pip install --quiet --disable-pip-version-check "pyinstaller>=6.11" .
	cd $(BUNDLE) && environment/bin/python -m PyInstaller --log-level ERROR --noconfirm --workpath work --distpath . \
	  $(CURDIR)/resources/bundle.spec
	tar -C $(BUNDLE) -czf $(BUNDLE)/coala.tar.gz coala
	@du -sh $(BUNDLE)/coala $(BUNDLE)/coala.tar.gz

# COALA and what it needs to run; the names of the packages are printed as pip finds them.
$(INSTALLED): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "COALA needs Python 3.11 or newer; name one with: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || \
	  { echo "No virtual environment could be made; on Debian and Ubuntu install python3-venv."; exit 1; }
	@echo "Installing COALA into $(VENV) (550 MB, a minute or two):"
	@$(BIN)/python -m pip install --progress-bar off --disable-pip-version-check --editable . | { \
	  status=1; \
	  while read -r word name rest; do \
	    case "$$word $$name" in \
	      "Collecting "*) printf '%s ' "$${name%%[<>=!~;[]*}" ;; \
	      "Installing collected") printf '\nUnpacking ... ' ;; \
	      "Successfully installed") echo "done."; status=0 ;; \
	    esac; \
	  done; \
	  exit $$status; }
	@touch $(INSTALLED)

# And what it needs to be tested.
$(READY): $(INSTALLED)
	@echo "Installing what the tests need ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	@touch $(READY)

clean:
	rm -rf $(VENV) build/board build/site build/coala.1 $(BUNDLE) .mypy_cache .pytest_cache .ruff_cache .hypothesis
