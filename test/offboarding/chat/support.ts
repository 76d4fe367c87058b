import type { OrgId } from "@svc/contract/kernel/ids"
import { slack, slackBotToken, type SlackState } from "@svc/lab/slack"
import { teams, type TeamsState, teamsWebhookPath } from "@svc/lab/teams"
import type { RunningVendor } from "@svc/lab/vendor"
import { Context, DateTime, Effect, Layer, Option, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { createHmac } from "node:crypto"
import { auditText } from "#audit/record/text"
import { Integrations } from "#connections/integrations/service"
import { Outbox } from "#outgoing/outbox/service"
import { AppConfig } from "#platform/config/config"
import { Jobs } from "#platform/jobs/jobs"
import { Loops } from "#App"
import { TestConfig, testAppWith } from "#test/support/TestApp"
import { running } from "#test/support/vendor-work"
import { asCaller, type Member } from "#test/support/people"
import { send } from "#test/support/requests"

/** Slack, one workspace for all organisations of a suite; `/response/…` takes what is posted to a response_url. */
export class Slack extends Context.Service<
  Slack,
  RunningVendor<SlackState> & { readonly replies: () => ReadonlyArray<Reply> }
>()("test/offboarding/chat/Slack") {}

const Reply = Schema.Struct({
  text: Schema.String,
  replace_original: Schema.Boolean,
  response_type: Schema.optionalKey(Schema.String)
})
type Reply = typeof Reply.Type
const readReply = Schema.decodeUnknownSync(Schema.fromJsonString(Reply))

const isReply = ({ path }: { readonly path: string }) => path.startsWith("/response/")

const SlackLayer = Layer.effect(
  Slack,
  Effect.map(
    running({
      ...slack,
      handle: (request, state, faults) =>
        isReply(request) ? { status: 200, body: "ok" } : slack.handle(request, state, faults)
    }),
    (vendor) => ({
      ...vendor,
      replies: () => vendor.requests.filter(isReply).map(({ body }) => readReply(body))
    })
  )
)

const Config = Layer.effect(
  AppConfig,
  Effect.gen(function* () {
    const config = yield* AppConfig
    const { url } = yield* Slack
    return AppConfig.of({
      ...config,
      vendorUrls: { ...config.vendorUrls, slack: Option.some(url), slackHooks: Option.some(url) }
    })
  })
).pipe(Layer.provide(TestConfig))

/** The whole service with its jobs, whose Slack is the stand-in. */
export const App = Loops.pipe(
  Layer.provideMerge(testAppWith(Config.pipe(Layer.provide(SlackLayer)))),
  Layer.provideMerge(SlackLayer)
)

export const signingSecretOf = (orgId: OrgId) => `signing-secret-of-${orgId}`

/** Connects Slack as its connect route does once the token was proven. */
export const connectSlack = Effect.fnUntraced(function* (
  member: Member,
  options: { readonly token?: string; readonly channel?: string } = {}
) {
  const integrations = yield* Integrations
  const { state } = yield* Slack
  yield* asCaller(member)(
    integrations.connect({
      serviceName: "slack",
      protocol: "slack",
      settings: { team_id: state.team.id, channel: options.channel ?? "C0OFFBOARDING" },
      secrets: new Map([
        ["bot_token", Redacted.make(options.token ?? slackBotToken)],
        ["signing_secret", Redacted.make(signingSecretOf(member.orgId))]
      ]),
      canRevoke: true,
      details: auditText`Slack`
    })
  )
})

/** A channel of Microsoft Teams and the address of its workflow. */
export const aTeamsChannel = Effect.map(running<TeamsState>(teams), (vendor) => ({
  ...vendor,
  webhookUrl: `${vendor.url}${teamsWebhookPath}`
}))

/** Hands out what happened, and sends what is due, a second apart. */
export const delivered = Effect.fnUntraced(function* (orgId: OrgId) {
  const outbox = yield* Outbox
  const jobs = yield* Jobs
  yield* Effect.repeat(outbox.dispatch(orgId), { until: (count) => count === 0 })
  yield* Effect.repeat(
    Effect.tap(jobs.run("chat-messages", orgId), () => TestClock.adjust("1 second")),
    { until: ({ failed = 0, sent = 0 }) => failed + sent === 0 }
  )
})

/** What stands on the buttons of a message. */
const Buttons = Schema.Array(
  Schema.Struct({
    elements: Schema.optionalKey(
      Schema.Array(
        Schema.Struct({
          action_id: Schema.optionalKey(Schema.String),
          value: Schema.optionalKey(Schema.String),
          text: Schema.Struct({ text: Schema.String })
        })
      )
    )
  })
)

export const buttonsOf = (blocks: unknown) =>
  Effect.map(Schema.decodeUnknownEffect(Buttons)(blocks), (all) => all.flatMap(({ elements = [] }) => elements))

interface Press {
  readonly user: string
  readonly action: string
  readonly value: string
  readonly secret: string
  readonly team?: string
  readonly userTeam?: string
  /** Seconds from now. */
  readonly at?: number
  readonly signature?: string
  readonly type?: string
  readonly responseUrl?: string
}

/** Somebody presses a button in Slack. */
export const press = Effect.fnUntraced(function* (given: Press) {
  const { state, url } = yield* Slack
  const payload = {
    type: given.type ?? "block_actions",
    team: { id: given.team ?? state.team.id, domain: "acme" },
    user: { id: given.user, username: "somebody", team_id: given.userTeam ?? state.team.id },
    api_app_id: "A0LAB",
    trigger_id: "1.2.3",
    response_url: given.responseUrl ?? `${url}/response/1`,
    actions: [{ type: "button", action_id: given.action, value: given.value, action_ts: "1.2" }]
  }
  const body = `payload=${encodeURIComponent(JSON.stringify(payload))}`
  const seconds = Math.floor(DateTime.toEpochMillis(yield* DateTime.now) / 1000) + (given.at ?? 0)
  const signature =
    given.signature ?? `v0=${createHmac("sha256", given.secret).update(`v0:${seconds}:${body}`).digest("hex")}`
  return yield* send("POST", "/api/integrations/slack/interactions", {
    body,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-slack-request-timestamp": String(seconds),
      "x-slack-signature": signature
    }
  })
})
