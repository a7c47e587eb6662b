# tileclock: everything a person types. Each target sets up what it needs; a fresh machine has
# Python >= 3.11 and make, nothing else.

PYTHON ?= python3
BIN := .venv/bin
BUNDLE := .build/bundle

.DEFAULT_GOAL := help
.PHONY: help run welcome test test-slow life chip check bench check-page site screens firmware flash wheel hardware hardware-pictures release format lock clean

##@ Play and test
run: welcome .venv/ready .build/device-lib/ready ## set up what is missing and open the simulator page
	@$(BIN)/tileclock sim $(ARGS)

welcome:
	@echo "A table to play on opens in your browser, or open the address after \"Table:\". Ctrl-C stops it."
	@test -e .venv/ready -a -e .build/device-lib/ready || \
	  echo "First it is set up in this folder, once. That takes a minute or two:"

test: .venv/test-ready .build/device-lib/ready ## set up and run every test
	$(BIN)/python -m pytest $(AT_ONCE) $(ARGS)

##@ Build and measure
firmware: .venv/ready .build/device-lib/ready ## compile the bundle that boards and the simulator run
	$(BIN)/python -m tileclock_host.build.bundle $(BUNDLE) $(ARGS)

flash: .venv/flash-ready .build/device-lib/ready ## make a bare board a clock (ARGS="--micropython FILE")
	$(BIN)/tileclock flash $(ARGS)

wheel: .venv/ready .build/device-lib/ready ## build the wheel, which needs no repository, into .build/wheel
	$(BIN)/python -m tileclock_host.build.bundle $(BUNDLE) --pack host/tileclock_host/firmware.zip
	rm -rf .build/wheel build
	$(PIP) wheel --no-deps --no-build-isolation --wheel-dir .build/wheel . || { rm -f host/tileclock_host/firmware.zip; exit 1; }
	rm -rf host/tileclock_host/firmware.zip build

hardware: .build/hardware/ready ## build schematic, circuit board, printed parts and drawings (needs KiCad 6)

hardware-pictures: .build/hardware/ready ## renew the pictures and lists of the guide
	cp .build/hardware/pictures/*.png hardware/pictures/
	$(BIN)/python -m hardware.effort .build/hardware/enclosure
	$(BIN)/python -m hardware.bom
	$(BIN)/python -m hardware.figures
	$(BIN)/python -m hardware.wokwi
	$(BIN)/python -m hardware.breadboard

release: .build/hardware/ready .venv/flash-ready ## pack all that a builder downloads, with checksums (ARGS="--micropython FILE")
	$(MAKE) --no-print-directory wheel
	$(BIN)/python -m hardware.release $(ARGS)

bench: .venv/test-ready .build/device-lib/ready ## print every budget with its limit beside it
	$(BIN)/python -m tests.bench $(ARGS)

site: .venv/ready .build/device-lib/ready .build/site-packages/ready ## build the page that needs no server into .build/site (needs npm)
	$(BIN)/python -m tileclock_host.site.build .build/site .build/site-packages/node_modules

screens: .venv/test-ready .build/device-lib/ready ## re-record the frame pictures the tests compare with
	$(BIN)/python -m pytest -q --record-screens tests/device $(ARGS)
	$(BIN)/python -m tests.device.stories_pictures

test-slow: .venv/test-ready .build/device-lib/ready ## the exhaustive variants that CI samples
	$(BIN)/python -m pytest $(AT_ONCE) --slow $(ARGS)

life: .venv/test-ready .build/device-lib/ready ## let a club live with a box for a year (faults it must notice: ARGS=tests/life/test_mutations.py)
	$(BIN)/python -m pytest -n0 -s --slow $(or $(ARGS),tests/life/test_year.py)

chip: .venv/test-ready .build/device-lib/ready ## run it on the real port, emulated (QEMU=PROGRAM IMAGE=FILE)
	$(BIN)/python -m pytest -n0 -p no:randomly --qemu "$(QEMU)" --micropython "$(IMAGE)" tests/chip $(ARGS)

##@ Keep in order
check: .venv/test-ready .build/device-lib/ready .build/typings/ready ## format, lint, types, generators' twins; the page's code where there is npm
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	MYPYPATH=firmware $(BIN)/mypy --exclude "(sim|site)/chip" host/tileclock_host
	$(BIN)/mypy --config-file tests/typings/mypy.ini firmware
	$(BIN)/python -m tileclock_host.preset_schema --check
	$(BIN)/python -m tests.device.stories_pictures --check
	$(BIN)/python -m hardware.bom --check
	$(BIN)/python -m hardware.figures --check
	$(BIN)/python -m hardware.wokwi --check
	$(BIN)/python -m hardware.breadboard --check
	@$(MAKE) --no-print-directory check-page

format: .venv/test-ready ## put every Python file in the house style
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

lock: ## pin the newest allowed dependencies again (needs uv and npm)
	uv pip compile -q -U $(LOCK) $(EXTRAS) --extra flash --extra dev pyproject.toml -o tests/requirements.txt
	uv pip compile -q $(LOCK) $(EXTRAS) --extra flash pyproject.toml -c tests/requirements.txt -o host/flash.txt
	uv pip compile -q $(LOCK) $(EXTRAS) pyproject.toml -c tests/requirements.txt -o host/requirements.txt
	uv pip compile -q -U $(LOCK) --no-emit-package wxpython hardware/kicad.in -o hardware/kicad.txt
	uv pip compile -q -U $(LOCK) -c hardware/kicad.txt hardware/box.in -o hardware/box.txt
	cd $(SITE) && npm install --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund
	cd tests/page && npm install --package-lock-only --omit-lockfile-registry-resolved --no-audit --no-fund

clean: ## forget everything that was built or installed
	rm -rf .venv .build *.egg-info host/*.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

# Types and lint of what runs in the browser: from npm, which not everybody has.
check-page:
	@if command -v npm > /dev/null; then \
	  $(MAKE) --no-print-directory .build/page/ready && \
	  .build/page/node_modules/.bin/tsc -p tests/page/jsconfig.json && \
	  rm -rf .build/page/site && mkdir .build/page/site && cp $(PAGE)/*.js .build/page/site && \
	  cp -r $(SITE)/page/*.js tests/page/others/* .build/page/site && \
	  .build/page/node_modules/.bin/tsc -p tests/page/site.json && \
	  .build/page/node_modules/.bin/biome lint --config-path=tests/page --error-on-warnings $(PAGES) $(SITE)/page/*.js; \
	else \
	  echo "The page's code was not checked: install Node.js with npm (Debian: apt-get install npm)."; \
	  test -z "$$CI"; \
	fi

help: ## this list
	@awk 'BEGIN {FS = ":.*## "} /^##@/ {printf "\n%s\n", substr($$0, 5)} /^[a-z-]+:.*## / {printf "  make %-17s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# The tests on every core (ARGS=-n0: one after the other), and at the end which of them cost most.
AT_ONCE := --numprocesses auto --dist worksteal --durations 15

PAGE := host/tileclock_host/web/page
PAGES := $(PAGE)/*.js $(PAGE)/*/*.js host/tileclock_host/live/page/*.js
SITE := host/tileclock_host/site

EXTRAS := --extra sim --extra pdf --extra postgres --extra build
LOCK := --universal --python-version 3.11 --generate-hashes --no-header --no-annotate --no-emit-index-url --no-emit-find-links

# What is started a thousand times is compiled once, also where the environment says otherwise.
test test-slow: export PYTHONDONTWRITEBYTECODE =

# ---- set-up: one stamp file per thing that was installed ----
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
INSTALL := $(BIN)/python host/install.py

# Where making it fails nothing may stay: half of one would pass for a whole one next time.
.venv/bin/python:
	@echo "  a Python environment of its own"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "tileclock needs Python 3.11 or newer: set PYTHON=...")'
	@$(PYTHON) -m venv .venv || { rm -rf .venv; exit 1; }

.venv/ready: host/requirements.txt | .venv/bin/python
	@$(INSTALL) "what it needs" --require-hashes -r host/requirements.txt
	@$(INSTALL) "tileclock itself" --no-deps --no-build-isolation --editable .
	@touch $@

.venv/test-ready: tests/requirements.txt .venv/ready
	@$(INSTALL) "what the tests need" --require-hashes -r tests/requirements.txt
	@touch $@

.venv/flash-ready: host/flash.txt .venv/ready
	@$(INSTALL) "what writes to boards" --require-hashes -r host/flash.txt
	@touch $@

# KiCad's Python module belongs to Debian's own Python; pip is borrowed, because Debian's may lack it.
HARDWARE := .build/hardware-venv
KICAD_PYTHON ?= $(firstword $(wildcard /usr/bin/python3) $(PYTHON))

$(HARDWARE)/ready: hardware/kicad.txt hardware/box.txt | .venv/bin/python
	$(KICAD_PYTHON) -m venv --without-pip --system-site-packages $(HARDWARE)
	@$(INSTALL) "what the hardware needs" --python $(HARDWARE)/bin/python --require-hashes --no-deps -r hardware/kicad.txt -r hardware/box.txt
	@touch $@

.build/hardware/ready: $(wildcard hardware/*.py) firmware/tileclock/device/lights.py $(HARDWARE)/ready
	$(HARDWARE)/bin/python -m hardware.build
	@touch $@

# The device's own libraries and the type stubs have modules named like the PC's: each in a folder of its own.
.build/device-lib/ready: firmware/requirements.txt | .venv/bin/python
	@rm -rf .build/device-lib
	@$(INSTALL) "the display's driver" --require-hashes --no-deps --no-compile --target .build/device-lib -r firmware/requirements.txt
	@touch $@

.build/page/ready: tests/page/package.json tests/page/package-lock.json
	rm -rf .build/page
	mkdir -p .build/page
	cp $^ .build/page
	cd .build/page && npm ci --ignore-scripts --no-audit --no-fund --loglevel error
	@touch $@

.build/site-packages/ready: $(SITE)/package.json $(SITE)/package-lock.json
	@command -v npm > /dev/null || { echo "The page without a server needs Node.js with npm (Debian: apt-get install npm)."; exit 1; }
	rm -rf .build/site-packages
	mkdir -p .build/site-packages
	cp $^ .build/site-packages
	cd .build/site-packages && npm ci --ignore-scripts --no-audit --no-fund --loglevel error
	@touch $@

.build/typings/ready: tests/typings/requirements.txt | .venv/bin/python
	rm -rf .build/typings
	@$(INSTALL) "the types of MicroPython" --require-hashes --no-deps --no-compile --target .build/typings -r tests/typings/requirements.txt
	@touch $@
