# Krapao. `make` alone prints the targets; `make run` and `make test` are all a newcomer needs.
# Prerequisites: Go 1.26, Node 20 and make. The targets install everything else, or stop and say what is missing.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# Every go command here builds with the same flags, so that nothing is compiled twice: neither for tests nor for lint.
export GOFLAGS := $(GOFLAGS) -trimpath

TOOLS := bin/tools
WEB_SOURCES := $(shell find web -type f -not -path 'web/node_modules/*' -not -path 'web/dist/*' -not -path 'web/dist-console/*' -not -path 'web/tools/*/node_modules/*' 2>/dev/null)

.PHONY: help
help: ## print the targets
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sort | awk -F':.*## ' '{printf "  \033[1m%-18s\033[0m %s\n", $$1, $$2}'

## ---- to use it

.PHONY: run
run: build ## build and run the whole product on this machine: the app, its operator side and the sandbox
	@bin/krapao demo

.PHONY: build
build: web/dist/index.html ## build bin/krapao with the web app and the console inside
	@go build -o bin/krapao ./cmd/krapao

web/node_modules/.package-lock.json: web/package-lock.json
	@scripts/need node npm
	@cd web && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

web/dist/index.html: web/node_modules/.package-lock.json $(WEB_SOURCES)
	@cd web && npm run --silent build
	@touch $@

## ---- to prove it

# Each stage prints its name and the time so far. The end prints the cost of each (scripts/stage, scripts/costs). Go's tests and
# the journeys wait a lot, so other stages run beside them, in what they leave of the processor, and print what they have to say
# when they end (scripts/beside).
export KRAPAO_COSTS := $(CURDIR)/artefacts/test
export KRAPAO_ROOT := $(CURDIR)
STAGE := scripts/stage
.PHONY: test
test: export KRAPAO_BEGAN := $(shell date +%s)
test: ## everything that must hold: lint, freshness, Go on both engines, the web app, journeys in a real browser
	@rm -rf $(KRAPAO_COSTS) bin/measured && mkdir -p $(KRAPAO_COSTS)
	@$(STAGE) 1/8 "prerequisites: Go, Node, PostgreSQL, Chromium" scripts/need go node npm postgres chromium
	@$(STAGE) 2/8 "building the program with the web app inside" $(MAKE) build
	@scripts/beside $(STAGE) 3/8 "style of the Go code" $(MAKE) lint \
		-- $(STAGE) 4/8 "generated files are up to date" $(MAKE) check-generated
	@scripts/beside $(MAKE) test-go-then-journeys \
		-- $(STAGE) 6/8 "Go with the race detector, short form" $(MAKE) test-race-short \
		-- $(STAGE) 7/8 "the web app: types, texts, pages, sizes" $(MAKE) test-web
	@scripts/costs

.PHONY: test-go-then-journeys
test-go-then-journeys:
	@$(STAGE) 5/8 "Go on SQLite and PostgreSQL" $(MAKE) test-go
	@$(STAGE) 8/8 "a member's evening in a real browser" $(MAKE) test-journeys

# It tests the tests: a slow machine must change no result.
.PHONY: test-slow
test-slow: ## make test with a quarter of one core on a busy machine; it takes hours
	@scripts/slowly $(MAKE) test PATIENCE=12h

.PHONY: check
check: ## check the changed files within a minute: format, types, lint, unit tests; make test checks everything
	@scripts/check

# Time is virtual in nearly all tests (docs/architecture/0013-time.md), so they compute instead of waiting. The first packages run
# real programs and mostly wait, so two more run at once than there are cores. Packages run in the order of the command, the
# longest first, so that none of those runs alone at the end. The heap of a test may grow further before it is cleared (GOGC),
# which saves an eighth of the processor time of those that compute, and of the linker, which makes two hundred test programs. The
# program that several of them start is built once.
# golangci-lint runs vet (make lint).
# No test has a time limit shorter than the whole run's: on a slow machine it is late, not wrong.
PATIENCE ?= 60m
LONGEST_FIRST := ./e2e/soak ./e2e/api ./bench/member ./e2e/year ./wallet/doubt ./bench/slip ./deposit/slip ./wallet ./reconcile ./e2e/storm \
	./e2e/standby ./e2e/socketio
AT_ONCE = $(shell echo $$(($(shell nproc 2>/dev/null || echo 2) + 2)))
GOTEST = go test -vet=off -timeout $(PATIENCE)
.PHONY: test-go
test-go: $(TOOLS)/gotestsum ## the Go suite, on SQLite and on a PostgreSQL of its own
	@scripts/need go postgres
	@mkdir -p $(KRAPAO_COSTS) && rm -f $(KRAPAO_COSTS)/packages
	@GOGC=400 go build -o bin/krapao-test ./cmd/krapao
	@GOGC=400 KRAPAO_TEST_PROGRAM=$(CURDIR)/bin/krapao-test go run ./internal/testkit/pgtest/with-postgres \
		$(TOOLS)/gotestsum --format pkgname-and-test-fails --format-icons text --format-hide-empty-pkg --hide-summary skipped \
		--jsonfile-timing-events $(KRAPAO_COSTS)/tests.json --packages "$(LONGEST_FIRST) ./..." -- \
		-vet=off -p $(AT_ONCE) -timeout $(PATIENCE) -exec "$(CURDIR)/scripts/measured $(KRAPAO_COSTS)/packages -" | scripts/counted

.PHONY: test-race
test-race: ## the Go suite with the race detector
	@scripts/need go postgres
	@go run ./internal/testkit/pgtest/with-postgres $(GOTEST) -race ./...

# Where goroutines meet: workers, outbound clients, sockets, hints, the ledger's queue. The whole is make test-race.
RACE_SHORT := ./internal/store ./internal/pg ./internal/settle ./internal/bus ./internal/ratelimit ./internal/socketio/... ./connect/outbound ./protection
.PHONY: test-race-short
test-race-short: ## the race detector where goroutines meet most
	@scripts/need go postgres
	@GOGC=400 $(GOTEST) -race -short $(RACE_SHORT)

# Each step's cost is known (scripts/costs).
WEB_STEP = cd web && ../scripts/measured $(KRAPAO_COSTS)/web
.PHONY: test-web
test-web: web/dist/index.html ## the web app: types, style, texts, units, pages, sizes
	@scripts/need chromium
	@mkdir -p $(KRAPAO_COSTS) && rm -f $(KRAPAO_COSTS)/web
	@$(WEB_STEP) "style and types" npm run --silent check
	@$(WEB_STEP) "texts" npm run --silent catalogues
	@$(WEB_STEP) "sizes" npm run --silent size
	@$(WEB_STEP) "page tests" npm test --silent
	@$(WEB_STEP) "looks at the app" node testing/screenshots.mjs --turns
	@$(WEB_STEP) "looks at the console" node testing/console/screenshots.mjs --turns

# One run proves little: a test that does not wait for its answer fails in one run of three.
.PHONY: test-late
test-late: web/node_modules/.package-lock.json ## page tests with each answer delayed by a random moment: it finds races
	@cd web && for run in 1 2 3; do KRAPAO_LATE=120 npm test --silent -- --project jsdom --project alone --project console; done

# A journey that presses what is not there yet passes on a quick page and waits for ever on a slow one.
.PHONY: test-slow-page
test-slow-page: build ## journeys on pages with an eighth of their processor: it finds races with the page
	@scripts/need chromium
	@cd web && KRAPAO_SLOW_PAGE=8 npm run --silent journeys

# It takes a quarter of an hour on two cores, too long for CI, which runs the short form in test-web.
.PHONY: axe
axe: web/dist/index.html ## axe and the width of every screen, at 360 and 1280 px, in three languages
	@scripts/need chromium
	@cd web && node testing/screenshots.mjs --check

.PHONY: screens
screens: web/dist/index.html ## the same, and take the pictures of docs/screens again
	@scripts/need chromium
	@cd web && node testing/screenshots.mjs --kept ../docs/screens ../artefacts/every-screen
	@cd web && node testing/console/screenshots.mjs --kept ../docs/screens/console ../artefacts/every-page

.PHONY: test-journeys
test-journeys: build ## a member's evening in a real browser, against the real program
	@scripts/need chromium
	@cd web && npm run --silent journeys

.PHONY: morning
morning: build ## an operator's morning: a hundred mixed items of the queue, decided by keys; it prints the actions and requests
	@scripts/need chromium
	@cd web && KRAPAO_MORNING=100 npm run --silent journeys -- queue.spec

.PHONY: lint
lint: $(TOOLS)/golangci-lint $(TOOLS)/gofumpt ## style of the Go code
	@out=$$($(TOOLS)/gofumpt -l $$(git ls-files '*.go' 2>/dev/null || find . -name '*.go' -not -path './web/node_modules/*')); if [ -n "$$out" ]; then echo "these files are not in the format of gofumpt (make fmt):"; echo "$$out"; exit 1; fi
	@$(TOOLS)/golangci-lint run ./...

.PHONY: soak
soak: build ## the long forms: hundreds of kills, big storms, a thousand members at all providers (about two hours)
	@scripts/need go postgres
	@KRAPAO_SOAK=1 go run ./internal/testkit/pgtest/with-postgres go test -timeout 6h -count=1 ./ledger/... $$(go list ./e2e/... | grep -v /soak)
	@KRAPAO_SOAK=1 go run ./internal/testkit/pgtest/with-postgres go test -timeout 6h -count=1 -v ./e2e/soak # alone and -v: it prints its progress every minute

.PHONY: bench-ledger
bench-ledger: ## the ledger alone, in process, compared with pgbench and an unbatched loop
	@scripts/need go postgres
	@go run ./bench/ledger

.PHONY: bench-ledger-10m
bench-ledger-10m: ## the same with ten million transfers in the table
	@scripts/need go postgres
	@go run ./bench/ledger -long

# The benchmark of record. BENCH are its flags: BENCH="-engine sqlite -only transfer", -long, -load (docs/operating.md).
.PHONY: bench-member
bench-member: ## what members do, through the real program with the real sandbox, beside references of the same run
	@scripts/need go postgres
	@go run ./bench/member $(BENCH)

# Lists of the operator API. BENCH are its flags: BENCH="-engine postgres", -load (a million members, 50 million transfers).
.PHONY: bench-house
bench-house: ## the lists of the operators' side in a large house, against their promised 200 ms
	@scripts/need go postgres
	@go run ./bench/house $(BENCH)

.PHONY: bench-slip
bench-slip: ## how many of some hundred distorted slips the reader can read, and how fast
	@go run ./bench/slip

# Each mutant runs its package's tests once: seconds for money, hours for ledger. Choose with PACKAGES.
PACKAGES ?= ./money ./ledger/... ./deposit/... ./withdraw/... ./wallet/... ./reconcile ./bonus ./refund ./invite ./spin
.PHONY: mutants
mutants: $(TOOLS)/gremlins ## coverage of the money packages, and mutants of their code that no test detects
	@scripts/mutants $$(go list -f '{{if .TestGoFiles}}{{.Dir}}{{else if .XTestGoFiles}}{{.Dir}}{{end}}' $(PACKAGES) | sed "s,^$(CURDIR),.,")

.PHONY: lighthouse
lighthouse: build ## Lighthouse on the pages of the app, median of five
	@scripts/need chromium
	@cd web/tools/lighthouse && npm ci --no-audit --no-fund --loglevel=error && npm run --silent measure

## ---- to change it

.PHONY: generate
generate: $(TOOLS)/sqlc web/tools/openapi/node_modules/.package-lock.json ## update the generated files: queries, contract, TypeScript types, the diagram of the areas
	@$(TOOLS)/sqlc generate
	@go run ./internal/testkit/archtest/draw
	@go run ./cmd/krapao openapi > api/openapi.json.new && mv api/openapi.json.new api/openapi.json
	@go run ./cmd/krapao openapi --operators > api/operator.json.new && mv api/operator.json.new api/operator.json
	@cd web/tools/openapi && npm run --silent generate

.PHONY: check-generated
check-generated: $(TOOLS)/sqlc web/tools/openapi/node_modules/.package-lock.json ## fail if a generated file is out of date
	@$(TOOLS)/sqlc diff || { echo "queries are stale: make generate"; exit 1; }
	@go run ./cmd/krapao openapi | diff -q - api/openapi.json >/dev/null || { echo "api/openapi.json is stale: make generate"; exit 1; }
	@go run ./cmd/krapao openapi --operators | diff -q - api/operator.json >/dev/null || { echo "api/operator.json is stale: make generate"; exit 1; }
	@cd web/tools/openapi && npm run --silent check || { echo "web/src/shared/api/schema.d.ts or web/src/console/api/schema.d.ts is stale: make generate"; exit 1; }
	@go mod tidy -diff

web/tools/openapi/node_modules/.package-lock.json: web/tools/openapi/package-lock.json
	@cd web/tools/openapi && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

.PHONY: fmt
fmt: $(TOOLS)/gofumpt web/node_modules/.package-lock.json ## format all code
	@$(TOOLS)/gofumpt -w $$(git ls-files '*.go')
	@cd web && npx biome check --write src

# The tools' versions are pinned in tools/go.mod, separately from the product's dependencies.
$(TOOLS)/sqlc: PKG := github.com/sqlc-dev/sqlc/cmd/sqlc
$(TOOLS)/gremlins: PKG := github.com/go-gremlins/gremlins/cmd/gremlins
$(TOOLS)/gofumpt: PKG := mvdan.cc/gofumpt
$(TOOLS)/gotestsum: PKG := gotest.tools/gotestsum
$(TOOLS)/golangci-lint: PKG := github.com/golangci/golangci-lint/v2/cmd/golangci-lint
$(TOOLS)/%: tools/go.mod tools/go.sum
	@scripts/tool $(@F) $(PKG)

.PHONY: clean
clean: ## remove everything that was built
	@rm -rf bin web/dist/* web/dist-console/* web/node_modules web/tools/*/node_modules
