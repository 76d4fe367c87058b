import { TestApp } from "#test/support/TestApp"
import { layerOfFile } from "#test/support/layer-of-file"
import { holdsTheList, type List, refusesAFilter } from "./lists.ts"

const withTestApp = layerOfFile(TestApp)

withTestApp("GET /api/employees/export", (it) => {
  const list: List = {
    path: "/api/employees/export",
    name: "offboardings",
    id: "id",
    filter: "?department=Sales",
    unfit: "?open=perhaps"
  }
  it.status(200, "the rows of the list that the caller sees, recorded", () => holdsTheList(list))
  it.status(400, "a filter that the list does not have", () => refusesAFilter(list))
})

withTestApp("GET /api/org-employees/export", (it) => {
  const list: List = {
    path: "/api/org-employees/export",
    name: "people",
    id: "id",
    filter: "?department=Sales",
    unfit: "?status=gone"
  }
  it.status(200, "the rows of the list that the caller sees, recorded", () => holdsTheList(list))
  it.status(400, "a filter that the list does not have", () => refusesAFilter(list))
})

withTestApp("GET /api/assets/export", (it) => {
  const list: List = {
    path: "/api/assets/export",
    name: "equipment",
    id: "id",
    filter: "?q=C-Sales",
    unfit: "?state=stolen"
  }
  it.status(200, "the rows of the list that the caller sees, recorded", () => holdsTheList(list))
  it.status(400, "a filter that the list does not have", () => refusesAFilter(list))
})

withTestApp("GET /api/employees/compliance/export", (it) => {
  const list: List = {
    path: "/api/employees/compliance/export",
    name: "documents",
    id: "id",
    filter: "?q=lovelace",
    unfit: "?status=lost"
  }
  it.status(200, "the rows of the list that the caller sees, recorded", () => holdsTheList(list))
  it.status(400, "a filter that the list does not have", () => refusesAFilter(list))
})

withTestApp("GET /api/offboarding-initiations/export", (it) => {
  const list: List = {
    path: "/api/offboarding-initiations/export",
    name: "requests",
    id: "id",
    filter: "?status=approved",
    unfit: "?status=maybe"
  }
  it.status(200, "the rows of the list that the caller sees, recorded", () => holdsTheList(list))
  it.status(400, "a filter that the list does not have", () => refusesAFilter(list))
})

withTestApp("GET /api/members/export", (it) => {
  const list: List = {
    path: "/api/members/export",
    name: "members",
    id: "user_id",
    filter: "",
    unfit: "?two_factor=on"
  }
  it.status(200, "the rows of the list that the caller sees, recorded", () => holdsTheList(list))
  it.status(400, "a filter that the list does not have", () => refusesAFilter(list))
})

withTestApp("GET /api/residual-access/export", (it) => {
  const list: List = {
    path: "/api/residual-access/export",
    name: "residual-access",
    id: "id",
    all: "?status=all",
    filter: "?service=azure-ad",
    unfit: "?status=lost"
  }
  it.status(200, "the rows of the list that the caller sees, recorded", () => holdsTheList(list))
  it.status(400, "a filter that the list does not have", () => refusesAFilter(list))
})

withTestApp("GET /api/residual-access/unverified/export", (it) => {
  const list: List = {
    path: "/api/residual-access/unverified/export",
    name: "unverified-removals",
    id: "offboarding_id",
    filter: "?evidence=not_observed",
    unfit: "?evidence=none"
  }
  it.status(200, "the rows of the list that the caller sees, recorded", () => holdsTheList(list))
  it.status(400, "a filter that the list does not have", () => refusesAFilter(list))
})

withTestApp("GET /api/left-behind/export", (it) => {
  const list: List = {
    path: "/api/left-behind/export",
    name: "orphaned-items",
    id: "id",
    all: "?disposition=all",
    filter: "?kind=deploy_key",
    unfit: "?kind=thing"
  }
  it.status(200, "the rows of the list that the caller sees, recorded", () => holdsTheList(list))
  it.status(400, "a filter that the list does not have", () => refusesAFilter(list))
})

withTestApp("GET /api/reports/time-to-cut/export", (it) => {
  const list: List = {
    path: "/api/reports/time-to-cut/export",
    name: "time-to-revoke",
    id: "offboarding_id",
    filter: "?evidence=any",
    unfit: "?from=2026-01-01"
  }
  it.status(200, "the rows of the list that the caller sees, recorded", () => holdsTheList(list))
  it.status(400, "a filter that the list does not have", () => refusesAFilter(list))
})

withTestApp("GET /api/reports/evidence-readiness/cases/export", (it) => {
  const list: List = {
    path: "/api/reports/evidence-readiness/cases/export",
    name: "evidence",
    id: "offboarding_id",
    all: "?cases=all",
    filter: "?cases=all&lacks=access_removed",
    unfit: "?lacks=all"
  }
  it.status(200, "the rows of the list that the caller sees, recorded", () => holdsTheList(list))
  it.status(400, "a filter that the list does not have", () => refusesAFilter(list))
})
