import { assert, describe, it } from "@effect/vitest"
import { identityProviders } from "@svc/contract/integrations/connect-bodies"
import { DateTime, Option, Result, Schema } from "effect"
import { endOfDay } from "#records/case-clocks"
import { fitMessage } from "#access-removal/revocations/message"
import {
  appsToRun,
  countsOf,
  isGivenBack,
  occasionOf,
  resumable,
  type SelectedApp,
  unfinished
} from "#access-removal/revocations/rules"
import { revokeAt } from "#access-removal/revocations/revoke-at"
import { inOrder as appsInOrder } from "#access-removal/revocations/order"
import { cleaned, refused } from "#connections/vendors/protocol/outcome"
import { deliveryId } from "#connections/vendors/webhook/connector"
import { belongsTo, byUserName } from "#connections/vendors/scim/user"

const localDate = (instant: DateTime.Utc, zone: string) =>
  DateTime.formatIsoDate(Option.getOrThrow(DateTime.setZoneNamed(instant, zone)))

// revocation-4: Access is revoked by itself at the end of the last day, the next midnight of the case's zone, else the
//   organisation's.
describe("the end of exit_date (next midnight) in the case's zone", () => {
  const table = [
    ["2026-03-02", "UTC", "2026-03-03T00:00:00.000Z"],
    ["2026-03-02", "Europe/Berlin", "2026-03-02T23:00:00.000Z"],
    ["2026-03-28", "Europe/Berlin", "2026-03-28T23:00:00.000Z"],
    ["2026-03-29", "Europe/Berlin", "2026-03-29T22:00:00.000Z"],
    ["2026-10-25", "Europe/Berlin", "2026-10-25T23:00:00.000Z"],
    ["2026-03-02", "America/Los_Angeles", "2026-03-03T08:00:00.000Z"],
    ["2026-12-31", "Pacific/Kiritimati", "2026-12-31T10:00:00.000Z"],
    ["2024-02-28", "Asia/Kathmandu", "2024-02-28T18:15:00.000Z"],
    // Midnight itself is skipped.
    ["2018-11-03", "America/Sao_Paulo", "2018-11-04T03:00:00.000Z"],
    ["2026-04-23", "Africa/Cairo", "2026-04-23T22:00:00.000Z"],
    // Midnight comes twice.
    ["2026-10-31", "America/Havana", "2026-11-01T04:00:00.000Z"],
    // The clock shows 23:00 again instead of midnight.
    ["2018-02-17", "America/Sao_Paulo", "2018-02-18T03:00:00.000Z"],
    // Clocks move by half an hour, not at midnight.
    ["2026-04-04", "Australia/Lord_Howe", "2026-04-04T13:00:00.000Z"],
    ["2026-04-05", "Australia/Lord_Howe", "2026-04-05T13:30:00.000Z"],
    ["2026-10-03", "Australia/Lord_Howe", "2026-10-03T13:30:00.000Z"],
    ["2026-10-04", "Australia/Lord_Howe", "2026-10-04T13:00:00.000Z"],
    // A whole day is skipped.
    ["2011-12-29", "Pacific/Apia", "2011-12-30T10:00:00.000Z"]
  ] as const
  for (const [exitDate, zone, expected] of table) {
    it(`${exitDate} in ${zone} ends at ${expected}`, () => {
      assert.strictEqual(DateTime.formatIso(endOfDay(exitDate, zone)), expected)
    })
  }

  const days = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 20_000 }))
  const zones = Schema.Literals([
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "America/Sao_Paulo",
    "America/Santiago",
    "Asia/Beirut",
    "Australia/Lord_Howe",
    "Africa/Casablanca",
    "Asia/Tehran"
  ])
  it.prop("it is still the day just before, and the next day then", [days, zones], ([day, zone]) => {
    const exitDate = DateTime.formatIsoDateUtc(DateTime.add(DateTime.makeUnsafe("2000-01-01T00:00:00Z"), { days: day }))
    const end = endOfDay(exitDate, zone)
    return localDate(end, zone) > exitDate && localDate(DateTime.subtract(end, { milliseconds: 1 }), zone) <= exitDate
  })

  // revocation-5: `revoke_at` is null without apps, and where the organisation has it off.
  it("null without apps or with automatic revocation off", () => {
    const offboarding = {
      exitDate: "2026-03-02",
      accessEndsAt: null,
      timezone: "UTC",
      autoRevoke: true,
      apps: ["Notion"]
    }
    assert.isNotNull(revokeAt(offboarding))
    assert.isNull(revokeAt({ ...offboarding, apps: [] }))
    assert.isNull(revokeAt({ ...offboarding, autoRevoke: false }))
    const named = { ...offboarding, accessEndsAt: DateTime.makeUnsafe("2026-03-20T12:00:00Z") }
    assert.deepStrictEqual(revokeAt(named), named.accessEndsAt)
    assert.isNull(revokeAt({ ...named, apps: [] }))
    assert.isNull(revokeAt({ ...named, autoRevoke: false }))
  })
})

describe("what a run is for", () => {
  it("is said with the moment that the case names, the end of the last day, or whoever asked", () => {
    const at = DateTime.makeUnsafe("2026-03-02T09:00:00Z")
    assert.strictEqual(occasionOf("schedule", { access_ends_at: at }), "At the scheduled end of access")
    assert.strictEqual(occasionOf("schedule", { access_ends_at: null }), "At the end of the last day")
    assert.strictEqual(occasionOf("app", { access_ends_at: at }), "On request")
  })
})

describe("what a run held back", () => {
  const at = (hour: number) => DateTime.makeUnsafe(Date.UTC(2026, 2, 2, hour))
  const held = {
    service_name: "crm",
    outcome: "manual_required",
    message: "Held back: Last owner of acme",
    started_at: at(9),
    trigger: "schedule",
    due_at: at(8)
  } as const
  const usual: Parameters<typeof resumable>[1] = {
    freed: [{ service: "crm", at: at(10) }],
    isHeldBack: (message: string) => message.startsWith("Held back"),
    isScheduled: false,
    offboarding: { exit_date: "2026-03-02", access_ends_at: null },
    now: at(12)
  }
  const isResumed = (latest: Partial<Parameters<typeof resumable>[0][number]>, more: Partial<typeof usual> = {}) =>
    resumable([{ ...held, ...latest }], { ...usual, ...more }).length === 1

  it("is taken up again once freed since that run began it; nothing else is", () => {
    assert.isTrue(isResumed({}))
    assert.isFalse(isResumed({}, { freed: [] }))
    assert.isFalse(isResumed({}, { freed: [{ service: "wiki", at: at(10) }] }))
    // What was taken over before was tried by that run.
    assert.isFalse(isResumed({}, { freed: [{ service: "crm", at: at(9) }] }))
    assert.isFalse(isResumed({ outcome: "revoked" }))
    assert.isFalse(isResumed({ outcome: "failed" }))
    assert.isFalse(isResumed({ message: "Several accounts have this address" }))
    assert.isFalse(isResumed({ started_at: null }))
  })

  it("is not taken up again of somebody whose access was given back", () => {
    const selected = (outcome: "revoked" | "failed" | null) => [{ service_name: "wiki", outcome }]
    assert.isTrue(isGivenBack([{ service_name: "wiki", outcome: "revoked" }], selected(null)))
    assert.isFalse(isGivenBack([{ service_name: "wiki", outcome: "revoked" }], selected("revoked")))
    assert.isFalse(isGivenBack([{ service_name: "wiki", outcome: "failed" }], selected(null)))
    assert.isFalse(isGivenBack([{ service_name: "crm", outcome: "revoked" }], selected(null)))
    assert.isFalse(isGivenBack([], selected(null)))
  })

  it("of a schedule waits for the next one, and for a last day that was moved", () => {
    const later = { offboarding: { exit_date: "2026-03-09", access_ends_at: null } }
    assert.isFalse(isResumed({}, { isScheduled: true }))
    assert.isFalse(isResumed({}, later))
    assert.isTrue(isResumed({ trigger: "app" }, { isScheduled: true, ...later }))
    const until = (moment: DateTime.Utc) => ({ offboarding: { exit_date: "2026-03-09", access_ends_at: moment } })
    assert.isTrue(isResumed({}, until(at(11))))
    assert.isFalse(isResumed({}, until(at(13))))
  })
})

describe("the apps of a run", () => {
  const at = DateTime.makeUnsafe("2026-03-02T09:00:00Z")
  const app = (service_name: string, fields: Partial<SelectedApp> = {}): SelectedApp => ({
    protocol: "scim",
    service_name,
    outcome: null,
    removal_confirmed_at: null,
    still_active: false,
    ...fields
  })
  const apps = [
    app("Notion", { outcome: "revoked" }),
    app("Figma", { outcome: "failed" }),
    app("Miro", { outcome: "skipped", removal_confirmed_at: at }),
    app("Zoom", { outcome: "skipped" }),
    app("Asana")
  ]

  // revocation-29
  it("are those neither revoked nor confirmed removed, in the order of their selection", () => {
    assert.deepStrictEqual(appsToRun(apps, undefined), Result.succeed(["Figma", "Zoom", "Asana"]))
  })
  // revocation-29
  it("include what was read as active after its removal, whoever removed it", () => {
    const back = [
      app("Notion", { outcome: "revoked", still_active: true }),
      app("Miro", { removal_confirmed_at: at, still_active: true })
    ]
    assert.deepStrictEqual(
      appsToRun([...apps, ...back].slice(4), undefined),
      Result.succeed(["Asana", "Notion", "Miro"])
    )
  })
  it("are those named, whatever became of them, compared without case", () => {
    assert.deepStrictEqual(appsToRun(apps, ["ASANA", "notion", "Notion "]), Result.succeed(["Notion", "Asana"]))
  })
  it("never include what is not selected", () => {
    const refusal = Result.getFailure(appsToRun(apps, ["Slack", "Figma", "Trello"]))
    assert.deepStrictEqual(
      Option.map(refusal, (error) => (error._tag === "AppsNotSelected" ? error.apps : [])),
      Option.some(["Slack", "Trello"])
    )
  })
  it("are refused when nothing is selected, or nothing is left", () => {
    assert.strictEqual(Option.getOrThrow(Result.getFailure(appsToRun([], undefined)))._tag, "NoAppsSelected")
    assert.strictEqual(
      Option.getOrThrow(Result.getFailure(appsToRun(apps.slice(0, 1), undefined)))._tag,
      "NothingLeftToRevoke"
    )
  })
})

describe("the order of a run", () => {
  const known = [
    ["google-workspace", "azure-ad"],
    identityProviders.filter((provider) => provider !== "azure-ad"),
    ["github"],
    ["slack"],
    ["scim"],
    ["webhook"],
    ["some protocol of a later release"],
    [null]
  ] as const
  const Protocol = Schema.Literals([
    "google-workspace",
    "azure-ad",
    "okta",
    "ping",
    "github",
    "slack",
    "scim",
    "webhook",
    "some protocol of a later release"
  ])
  const Selected = Schema.Array(Schema.Struct({ name: Schema.NonEmptyString, protocol: Schema.NullOr(Protocol) }))
  const inOrder = (apps: ReadonlyArray<{ readonly name: string; readonly protocol: string | null }>) =>
    appsInOrder(apps).map(({ name }) => name)
  const stage = (protocol: string | null) => known.findIndex((some) => some.some((one) => one === protocol))

  it("is mail, identity providers, github, slack, generic targets, what is not connected any more", () => {
    const selected = known.flat().map((protocol) => ({ name: String(protocol), protocol }))
    assert.deepStrictEqual(inOrder(selected.toReversed()), inOrder(selected))
    assert.deepStrictEqual(inOrder(selected), known.flat().map(String))
  })
  it.prop("keeps every app, never puts a later stage first, and leaves equals as selected", [Selected], ([given]) => {
    const apps = given.map((app, index) => ({ ...app, name: `${index} ${app.name}` }))
    const ordered = inOrder(apps).map((name) => apps.find((app) => app.name === name))
    const places = ordered.map((app) => apps.indexOf(app ?? { name: "", protocol: null }))
    return (
      new Set(places).size === apps.length &&
      ordered.every((app, index) => {
        const before = ordered[index - 1]
        if (before === undefined || app === undefined) return true
        const [first, second] = [stage(before.protocol), stage(app.protocol)]
        if (before.protocol !== app.protocol) return first <= second
        return apps.indexOf(before) < apps.indexOf(app)
      })
    )
  })
})

describe("counts", () => {
  // revocation-10: `counts` are `revoked`, `failed` with those stopped, `manualRequired` and `skipped`.
  it("failed counts the stopped ones as well", () => {
    const outcomes = ["revoked", "failed", "stopped", "manual_required", "skipped", "revoked"] as const
    assert.deepStrictEqual(countsOf(outcomes.map((outcome) => ({ outcome }))), {
      revoked: 2,
      failed: 2,
      manualRequired: 1,
      skipped: 1
    })
  })
  // revocation-9: An app that was cut off is `stopped`, one that was never reached is failed with `Not attempted`.
  it("a cut-off call is stopped, an app never reached is failed and says Not attempted", () => {
    assert.strictEqual(unfinished("Notion", true, "time limit").outcome, "stopped")
    const never = unfinished("Notion", false, "time limit")
    assert.strictEqual(never.outcome, "failed")
    assert.isTrue(never.message.startsWith("Not attempted"))
  })
})

describe("messages", () => {
  // revocation-11: A message gives the vendor's status and reason, cut to 300 characters, without what looks like a
  //   secret.
  it("give the vendor's HTTP status and reason, and the status apart", () => {
    assert.deepInclude(refused(403), {
      message: "The app answered 403 Forbidden",
      vendorStatus: 403,
      verified: false
    })
  })
  const secrets = [
    "Bearer abc123def456",
    "api_key=sk_live_1234",
    "token: 'hunter2hunter2'",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
  ]
  for (const secret of secrets) {
    it(`never show ${secret.slice(0, 12)}…`, () => {
      const message = refused(400, `rejected ${secret} for you`).message
      assert.notInclude(message, secret)
      assert.include(message, "[removed]")
    })
  }
  // payloads-5: A message about an app says the vendor's status and reason in at most 300 characters, without what
  //   looks like a secret, and never the vendor's own answer.
  // revocation-11
  it.prop("are cut to 300 characters on one line", [Schema.String], ([text]) => {
    const message = cleaned(text.repeat(40))
    return message.length <= 300 && !/[\r\n]/.test(message) && message.isWellFormed()
  })
  it("are cut between characters, also where one takes two code units", () => {
    for (let before = 296; before <= 300; before++) {
      const message = cleaned(`${"-".repeat(before)}\u{1f600}\u{1f600}\u{1f600}`)
      assert.isTrue(message.isWellFormed(), `after ${before}`)
      assert.isAtMost(message.length, 300)
    }
  })
  // payloads-5
  it.prop("never show a secret, wherever it stands", [Schema.String, Schema.Literals(secrets)], ([text, secret]) => {
    const plain = text.replaceAll(/[A-Za-z0-9]/g, " ")
    return (
      !cleaned(`${plain} ${secret} ${plain}`).includes(secret) &&
      !cleaned(`${"- ".repeat(140)}${secret}`).includes(secret.slice(0, 20))
    )
  })
})

describe("what a result says at last", () => {
  const Secret = Schema.String.check(Schema.isPattern(/^[A-Za-z0-9._~+/=-]{6,80}$/))
  it.prop(
    "holds no secret of the connection in any of its forms, on one line of at most 300 characters",
    [Schema.String, Secret, Schema.String],
    ([before, secret, after]) =>
      [secret, encodeURIComponent(secret), Buffer.from(secret).toString("base64")].every((form) => {
        // What stands around it does not happen to hold it as well.
        const around = (text: string) => text.replaceAll(/[A-Za-z0-9._~+/=[\]-]/g, " ")
        const message = fitMessage(`${around(before)} Authorization: Bearer ${form} ${around(after)}`, [secret])
        return (
          (!message.includes(form) || "[removed]Authorization: Bearer".includes(form)) &&
          message.length <= 300 &&
          !/[\r\n]/.test(message) &&
          message.isWellFormed()
        )
      })
  )
  it("leaves a connector's own sentences as they are", () => {
    for (const sentence of [
      "3 application tokens revoked; the token removed was the last",
      "Personal accounts at github.com stay alive; ann-lee is no member of acme-engineering-department any more",
      "The app answered 403 Forbidden: insufficientPermissions"
    ]) {
      assert.strictEqual(fitMessage(sentence, ["t", "s3cret-of-the-connection"]), sentence)
    }
  })
})

describe("the SCIM look-up", () => {
  it("escapes the address in the filter", () => {
    assert.strictEqual(byUserName(`o"neil\\x@acme.test`), String.raw`userName eq "o\"neil\\x@acme.test"`)
  })
  it("accepts userName or an address, without case, and nothing that only looks alike", () => {
    const user = { id: "1", userName: "ann", emails: [{ value: "Ann.Lee@Acme.test" }] }
    assert.isTrue(belongsTo(user, "ann.lee@acme.test"))
    assert.isTrue(belongsTo({ userName: "ANN.LEE@acme.test" }, "ann.lee@acme.test"))
    assert.isFalse(belongsTo(user, "ann.lee@acme.test.evil.example"))
    assert.isFalse(belongsTo({ id: "2", userName: "joann.lee@acme.test" }, "ann.lee@acme.test"))
    assert.isFalse(belongsTo({ id: "3" }, "ann.lee@acme.test"))
  })
})

describe("X-Svc-Delivery of a revocation webhook", () => {
  it("is a UUID, the same for the same run and app, another for any other", () => {
    const first = deliveryId("run-1", "Notion")
    assert.match(first, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.strictEqual(deliveryId("run-1", "Notion"), first)
    assert.notStrictEqual(deliveryId("run-2", "Notion"), first)
    assert.notStrictEqual(deliveryId("run-1", "Figma"), first)
  })
})
