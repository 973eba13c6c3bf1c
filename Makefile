# Roost in two commands: `make run` and `make test`. Both install what is missing first (bin/setup).

.PHONY: help run build web test lint format ci clean
.DEFAULT_GOAL := help

# With the Swift runtime in the binary the server needs no toolchain beside it, and its memory idle is 2 MB less.
# Apple's systems bring the runtime along.
RELEASE := -c release --product roost $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib)

help: ## Say what there is
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

run: build web ## Build, then serve http://localhost:4000 with data in ./data
	exec .build/release/roost serve --listen localhost:4000 --data-dir data --web .build/web

build: ## Build the server optimised
	@bin/setup
	swift build $(RELEASE)

web: ## Build the web app into .build/web
	@bin/setup
	@bin/build-web

test: ## Run every test: Swift, web and Python
	@bin/test

lint: ## Check formatting
	@bin/lint

format: ## Mend formatting
	@bin/lint --fix

ci: ## Everything that must hold before a change lands
	@bin/ci

clean: ## Remove what was built; ./data stays
	rm -rf .build .venv
