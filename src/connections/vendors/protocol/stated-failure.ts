import { Option, Schema } from "effect"
import type { VendorAnswer } from "./calls.ts"
import { type AppResult, cleaned, refused, statusText } from "./outcome.ts"
import { asCode } from "./reason-code.ts"
import { reader } from "./vendor-json.ts"

const scimError = "urn:ietf:params:scim:api:messages:2.0:Error"

const failedStatuses: ReadonlySet<unknown> = new Set(["error", "failed", "failure"])

const said = Schema.optionalKey(Schema.Unknown)

const bodyIn = reader(
  Schema.Struct({
    schemas: said,
    scimType: said,
    ok: said,
    success: said,
    status: said,
    code: said,
    error: said,
    errors: said
  })
)

const codeIn = reader(Schema.Struct({ code: said, type: said, errorCode: said, error: said }))

const firstCode = (...texts: ReadonlyArray<unknown>) =>
  texts.flatMap((text) => (typeof text === "string" ? (asCode(text) ?? []) : []))[0]

/** What a body says of itself; `code` is the vendor's own word for the failure, where it has one. */
interface Stated {
  readonly code: string | undefined
}

/**
 * A failure that an answer with a status below 300 states in its body. The forms are a closed list, and none of them is prose: the
 * SCIM error message (RFC 7644, section 3.12), `ok` or `success` that is false, a `status` of `error`, `failed` or `failure`, and
 * an array of `errors` that is not empty.
 */
const statedIn = ({ body }: VendorAnswer): Option.Option<Stated> =>
  Option.flatMap(bodyIn(body), ({ code, error, errors, ok, schemas, scimType, status, success }) => {
    if (Array.isArray(schemas) && schemas.includes(scimError)) return Option.some({ code: firstCode(scimType) })
    if (ok === false || success === false || failedStatuses.has(status)) {
      return Option.some({ code: firstCode(code, error) })
    }
    if (!Array.isArray(errors) || errors.length === 0) return Option.none()
    const [first]: ReadonlyArray<unknown> = errors
    const named = Option.getOrUndefined(codeIn(JSON.stringify(first)))
    return Option.some({ code: firstCode(named?.code, named?.errorCode, named?.type, named?.error) })
  })

/** The same in words that a message may repeat: "200 OK with a failure in its answer: mutability". */
export const statedFailure = (answer: VendorAnswer): Option.Option<string> =>
  answer.status >= 300
    ? Option.none()
    : Option.map(
        statedIn(answer),
        ({ code }) => `${statusText(answer.status)} with an error in its answer${code === undefined ? "" : `: ${code}`}`
      )

/** What it means for the step that the answer was about. */
export const refusedInBody = ({ status }: VendorAnswer, stated: string): AppResult => ({
  ...refused(status, stated),
  message: cleaned(`The app answered ${stated}`)
})
