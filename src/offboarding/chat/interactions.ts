import { InteractionRefused } from "@svc/contract/chat/errors"
import { Caller } from "@svc/contract/kernel/access"
import { InitiationId, type OrgId } from "@svc/contract/kernel/ids"
import { Context, DateTime, Effect, Fiber, FiberSet, Option, Redacted, Result, Schema } from "effect"
import { checkFeature, checkNotSuspended, checkWritable } from "#access/requirements"
import { Sessions } from "#access/sessions"
import { Initiations } from "#offboarding/initiations/service"
import { Integrations } from "#connections/integrations/service"
import { systemCaller } from "#platform/jobs/system-caller"
import { VendorAddresses } from "#connections/vendors/protocol/addresses"
import { VendorClient } from "#connections/vendors/protocol/calls"
import type { Connection } from "#connections/vendors/protocol/connection"
import { VendorLimits } from "#connections/vendors/protocol/limits"
import { layerOf } from "#platform/services/layer-of"
import { approveAction, chatWords, decidedBy, rejectAction, slackDecided, slackRefusal } from "./message.ts"
import { slackToken } from "./posting.ts"
import { ChatRepo } from "./repo.ts"
import { isFresh, isSignedWith, type SlackSigned } from "./signature.ts"
import type { ChatWords } from "./words.en.ts"

const Interaction = Schema.fromJsonString(
  Schema.Struct({
    type: Schema.String,
    // Looked up before the signature can be judged, so it has to look like an id.
    team: Schema.Struct({ id: Schema.String.check(Schema.isPattern(/^[\x21-\x7e]{1,64}$/)) }),
    user: Schema.Struct({
      id: Schema.String.check(Schema.isPattern(/^[A-Z0-9]{2,32}$/i)),
      team_id: Schema.optionalKey(Schema.String)
    }),
    response_url: Schema.optionalKey(Schema.String),
    actions: Schema.optionalKey(
      Schema.Array(Schema.Struct({ action_id: Schema.String, value: Schema.optionalKey(Schema.String) }))
    )
  })
)
type Interaction = typeof Interaction.Type
const readInteraction = Schema.decodeUnknownOption(Interaction)

const Person = Schema.fromJsonString(
  Schema.Struct({
    ok: Schema.Boolean,
    user: Schema.Struct({
      id: Schema.String,
      team_id: Schema.optionalKey(Schema.String),
      deleted: Schema.optionalKey(Schema.Boolean),
      is_bot: Schema.optionalKey(Schema.Boolean),
      is_email_confirmed: Schema.optionalKey(Schema.Boolean),
      profile: Schema.Struct({ email: Schema.String })
    })
  })
)
const readPerson = Schema.decodeUnknownOption(Person)

const readId = Schema.decodeUnknownOption(InitiationId)

/** The button that a Slack user chose. */
interface Action {
  readonly verb: "approve" | "reject"
  readonly id: InitiationId
  readonly revision: number
}

/** Slack gives up after three seconds; longer work continues after the response (offboarding-83). */
const answerWithin = "2 seconds"
const callLimit = "5 seconds"

/** What is pressed in Slack's messages. */
export class SlackInteractions extends Context.Service<
  SlackInteractions,
  {
    /**
     * Approves or rejects a request as the member with the Slack user's email. The outcome is posted in Slack, a
     * refusal only to them.
     */
    take(signed: SlackSigned): Effect.Effect<void, InteractionRefused>
  }
>()("svc/chat/SlackInteractions") {
  static readonly layerNoDeps = layerOf(SlackInteractions, function* () {
    const integrations = yield* Integrations
    const repo = yield* ChatRepo
    const initiations = yield* Initiations
    const sessions = yield* Sessions
    const client = yield* VendorClient
    const addresses = yield* VendorAddresses
    const running = yield* FiberSet.make()

    /** Workspaces may serve several organizations: the secret identifies the app. */
    const ownerOf = Effect.fnUntraced(function* (signed: SlackSigned, teamId: string) {
      const owners = yield* integrations.ownersOf({ protocol: "slack", name: "team_id", value: teamId })
      for (const { org_id } of owners) {
        const connection = yield* integrations.connection("slack").pipe(
          Effect.provideService(Caller, systemCaller(org_id)),
          Effect.catch(() => Effect.succeed(Option.none<Connection>()))
        )
        const secret = Option.flatMap(connection, ({ secrets }) =>
          Option.fromUndefinedOr(secrets.get("signing_secret"))
        )
        if (Option.isSome(connection) && Option.isSome(secret) && isSignedWith(signed, secret.value)) {
          return Option.some({ orgId: org_id, connection: connection.value })
        }
      }
      return Option.none()
    })

    /** The address that Slack has of the user; none for a guest of another workspace, who may claim any. */
    const addressOf = Effect.fnUntraced(function* (connection: Connection, { team, user }: Interaction) {
      if (user.team_id !== undefined && user.team_id !== team.id) return Option.none<string>()
      const calls = yield* client.callsFor({ vendors: ["slack"] })
      const answer = yield* calls.read({
        url: `${addresses.of("slack")}/api/users.info?user=${encodeURIComponent(user.id)}`,
        headers: { authorization: `Bearer ${Redacted.value(slackToken(connection))}`, accept: "application/json" }
      })
      return Option.flatMap(readPerson(answer.body), ({ ok, user: found }) =>
        ok &&
        found.id === user.id &&
        (found.team_id ?? team.id) === team.id &&
        found.deleted !== true &&
        found.is_bot !== true &&
        found.is_email_confirmed !== false
          ? Option.some(found.profile.email)
          : Option.none()
      )
    })

    const admitted = (caller: Caller["Service"]) =>
      Effect.fromResult(
        Result.flatMap(checkNotSuspended(caller), () =>
          Result.flatMap(checkFeature(caller, "managerInitiation"), () => checkWritable(caller, "POST", {}))
        )
      )

    const reply = Effect.fnUntraced(function* (url: string | undefined, body: object) {
      const override = Option.getOrUndefined(addresses.override("slackHooks"))
      if (url === undefined || !URL.canParse(url)) return
      const { host, origin, protocol } = new URL(url)
      const isSlack = protocol === "https:" && host === "hooks.slack.com"
      if (!isSlack && (override === undefined || origin !== new URL(override).origin)) return
      const calls = yield* client.callsFor({ vendors: ["slackHooks"] })
      yield* calls.write({
        method: "POST",
        url,
        headers: { "content-type": "application/json; charset=utf-8" },
        body: JSON.stringify(body)
      })
    })

    const decide = Effect.fnUntraced(function* (
      words: ChatWords,
      { caller, name }: { readonly caller: Caller["Service"]; readonly name: string },
      action: Action
    ) {
      yield* admitted(caller)
      const decided =
        action.verb === "approve"
          ? initiations.approve(
              action.id,
              { notes: "Approved in Slack" },
              { source: "slack", revision: action.revision }
            )
          : initiations.reject(action.id, { rejection_reason: `Rejected in Slack by ${name}` })
      const { employee_name } = yield* Effect.provideService(decided, Caller, caller)
      return action.verb === "approve" ? words.approved(employee_name, name) : words.rejected(employee_name, name)
    })

    /** What is posted in Slack. */
    const carryOut = Effect.fnUntraced(function* (
      owner: { readonly orgId: OrgId; readonly connection: Connection },
      interaction: Interaction,
      action: Action,
      words: ChatWords
    ) {
      const address = yield* addressOf(owner.connection, interaction)
      const member = Option.isNone(address)
        ? Option.none()
        : yield* sessions.memberOf({ orgId: owner.orgId, email: address.value })
      if (Option.isNone(member)) {
        return slackRefusal(words.notAMember)
      }
      return yield* decide(words, member.value, action).pipe(
        Effect.map(slackDecided),
        Effect.catch((refusal) =>
          Effect.succeed(slackRefusal(refusal._tag === "InitiationNotFound" ? words.notYours : `${refusal.error}.`))
        )
      )
    })

    const take = Effect.fn("SlackInteractions.take")(function* (signed: SlackSigned) {
      const interaction = readInteraction(new URLSearchParams(signed.body).get("payload") ?? "")
      if (Option.isNone(interaction) || !isFresh(signed, yield* DateTime.now)) return yield* new InteractionRefused()
      const owner = yield* ownerOf(signed, interaction.value.team.id)
      if (Option.isNone(owner)) return yield* new InteractionRefused()
      const { actions = [], response_url, type } = interaction.value
      const pressed = actions.find(({ action_id }) => action_id === approveAction || action_id === rejectAction)
      const { id: named, revision } = decidedBy(pressed?.value ?? "")
      const id = readId(named)
      if (type !== "block_actions" || pressed === undefined || Option.isNone(id)) return
      const verb = pressed.action_id === approveAction ? ("approve" as const) : ("reject" as const)
      const words = chatWords[yield* repo.languageOf(owner.value.orgId)]
      const work = carryOut(owner.value, interaction.value, { verb, id: id.value, revision }, words).pipe(
        Effect.catchTag("VendorUnanswered", () => Effect.succeed(slackRefusal(words.unanswered))),
        Effect.catchCause((cause) =>
          Effect.as(Effect.logError("slack interaction failed", cause), slackRefusal(words.failed))
        ),
        Effect.flatMap((told) =>
          reply(response_url, told).pipe(Effect.ignore({ log: "Info", message: "slack did not accept an answer" }))
        ),
        Effect.provideService(VendorLimits, { call: callLimit, verifyWaits: [] })
      )
      const fiber = yield* FiberSet.run(running, work)
      yield* Effect.timeoutOption(Fiber.await(fiber), answerWithin)
    })

    return SlackInteractions.of({ take })
  })
}
