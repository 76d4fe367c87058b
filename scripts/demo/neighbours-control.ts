import { Effect, Schema } from "effect"
import { DemoFailed } from "./demo-failed.ts"
import { expecting } from "./http-call.ts"
import { ReceivedDeliveries, type ReceivedDelivery } from "./received-delivery.ts"

/** Milliseconds of one waiting question. */
const wait = 2_000
const Done = Schema.Record(Schema.String, Schema.Json)
const OktaRecord = Schema.NullOr(Schema.Struct({ login: Schema.String, status: Schema.String }))
const Collector = Schema.Struct({ url: Schema.String, token: Schema.String })
const Mails = Schema.Array(Schema.Struct({ subject: Schema.String, url: Schema.String }))
const Taken = Schema.Struct({
  event_type: Schema.String,
  severity: Schema.String,
  timestamp: Schema.DateTimeUtcFromString
})
const SiemCopy = Schema.Struct({
  ...Taken.fields,
  seq: Schema.Int,
  prev_hash: Schema.String,
  entry_hash: Schema.String
})
/** One event of the audit log as the collector has it. */
export type SiemCopy = typeof SiemCopy.Type
const isOfTheLog = Schema.is(SiemCopy)
const VendorRecord = Schema.NullOr(Schema.Struct({ userName: Schema.String, active: Schema.Boolean }))

/** The neighbours as the play handles them, through the same address that a person would use. */
export const neighboursControl = (address: string) => {
  const tell = (path: string, body?: unknown) =>
    Effect.asVoid(
      expecting({ method: "POST", url: `${address}${path}`, ...(body === undefined ? {} : { body }) }, 200, Done)
    )

  const deliveriesAfter = (number: number, milliseconds: number) =>
    expecting(
      { method: "GET", url: `${address}/receiver/deliveries?after=${number}&wait=${milliseconds}` },
      200,
      ReceivedDeliveries
    )

  const nextWhere = (
    after: number,
    isWanted: (delivery: ReceivedDelivery) => boolean
  ): Effect.Effect<ReceivedDelivery, DemoFailed> =>
    Effect.flatMap(deliveriesAfter(after, wait), (deliveries) => {
      const found = deliveries.find(isWanted)
      return found === undefined ? nextWhere(after + deliveries.length, isWanted) : Effect.succeed(found)
    })

  return {
    address,
    learnSecret: (secret: string) => tell("/receiver/secret", { secret }),
    refuse: (refusal: { readonly event: string; readonly contains: string; readonly times: number }) =>
      tell("/receiver/refuse", refusal),
    hire: (userNames: ReadonlyArray<string>) => tell("/vendor/people", userNames),
    failVendor: tell("/vendor/fail?status=503"),
    healVendor: tell("/vendor/work"),
    vendorRecord: (userName: string) =>
      expecting(
        { method: "GET", url: `${address}/vendor/people?userName=${encodeURIComponent(userName)}` },
        200,
        VendorRecord
      ),
    oktaRecord: (email: string) =>
      expecting({ method: "GET", url: `${address}/okta/people?email=${encodeURIComponent(email)}` }, 200, OktaRecord),
    /** The body of the connect route. */
    docusign: expecting({ method: "GET", url: `${address}/docusign` }, 200, Done),
    docusignMails: (to: string) =>
      expecting({ method: "GET", url: `${address}/docusign/mails?to=${encodeURIComponent(to)}` }, 200, Mails),
    splunk: expecting({ method: "GET", url: `${address}/splunk` }, 200, Collector),
    /** The test event is of no entry. */
    siemCopy: Effect.map(
      expecting({ method: "GET", url: `${address}/splunk/events` }, 200, Schema.Array(Schema.Union([SiemCopy, Taken]))),
      (events) => events.filter(isOfTheLog)
    ),
    deliveries: deliveriesAfter(0, 0),
    /** The first delivery that is wanted, come in already or still to come. */
    awaitDelivery: (what: string, isWanted: (delivery: ReceivedDelivery) => boolean) =>
      nextWhere(0, isWanted).pipe(
        Effect.timeoutOrElse({
          duration: "20 seconds",
          orElse: () => new DemoFailed({ message: `The receiver got no ${what} within 20 seconds` })
        })
      )
  }
}
export type NeighboursControl = ReturnType<typeof neighboursControl>
