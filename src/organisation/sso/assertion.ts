import type { SsoFailureCode } from "@svc/contract/sso/schema"
import { type DateTime, Duration, Effect, Schema } from "effect"
import { SsoFailure } from "./failures.ts"
import { assertionNs, attributeOf, childrenNamed, type Element, onlyChild, parseXml, textOf } from "./xml.ts"

/** How far the provider's clock may be off. */
const skew = Duration.seconds(60)

/** SAML limits identifiers to 256 characters; some providers are more generous. */
const longestNameId = 1_024

const bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer"
const emailFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"

/** The attribute names that providers use for an email, in lower case. */
const emailAttributes = new Set([
  "email",
  "mail",
  "emailaddress",
  "urn:oid:0.9.2342.19200300.100.1.3",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress"
])

/** Whom the provider names in its own words; single logout repeats them. */
export const SsoSubject = Schema.Struct({
  nameId: Schema.String,
  format: Schema.NullOr(Schema.String),
  nameQualifier: Schema.NullOr(Schema.String),
  spNameQualifier: Schema.NullOr(Schema.String),
  sessionIndex: Schema.NullOr(Schema.String)
})
export type SsoSubject = typeof SsoSubject.Type

/** What a signed assertion says, once it is found to be meant for us and for now. */
export interface JudgedAssertion {
  readonly id: string
  /** The id of the question that it answers. */
  readonly inResponseTo: string
  /** From then on it is no longer accepted; in milliseconds of the epoch. */
  readonly validUntil: number
  readonly email: string | null
  readonly subject: SsoSubject
}

export interface Audience {
  readonly entityId: string
  readonly acsUrl: string
  readonly idpIssuer: string
}

const fail = (code: SsoFailureCode, detail: string) => new SsoFailure({ code, detail, email: null })

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/

/** Milliseconds of the epoch; undefined if missing, NaN if not an instant. */
const instantOf = (element: Element | undefined, name: string): number | undefined => {
  const text = attributeOf(element, name)
  if (text === undefined) return undefined
  return instant.test(text) ? Date.parse(text) : Number.NaN
}

const skewMillis = Duration.toMillis(skew)

/** NotBefore and NotOnOrAfter of one element; the end is required. */
const flawOfWindow = (element: Element | undefined, now: number): SsoFailure | undefined => {
  const from = instantOf(element, "NotBefore")
  const until = instantOf(element, "NotOnOrAfter")
  if (until === undefined || Number.isNaN(until) || Number.isNaN(from ?? 0)) {
    return fail("invalid_response", "it does not say until when it is valid")
  }
  if (from !== undefined && now + skewMillis < from) return fail("not_yet_valid", "it is not valid yet")
  return now - skewMillis >= until ? fail("expired", "it is no longer valid") : undefined
}

const flawOfConditions = (assertion: Element, audience: Audience, now: number) => {
  const conditions = onlyChild(assertion, assertionNs, "Conditions")
  if (conditions === undefined) return fail("invalid_response", "it has not just one set of conditions")
  const restrictions = childrenNamed(conditions, assertionNs, "AudienceRestriction")
  const isMeantForUs = restrictions.every((restriction) =>
    childrenNamed(restriction, assertionNs, "Audience").some((element) => textOf(element) === audience.entityId)
  )
  if (restrictions.length === 0 || !isMeantForUs) return fail("audience", "it is meant for another service")
  return flawOfWindow(conditions, now)
}

const confirmationsOf = (subject: Element | undefined) =>
  (subject === undefined ? [] : childrenNamed(subject, assertionNs, "SubjectConfirmation"))
    .filter((confirmation) => attributeOf(confirmation, "Method") === bearer)
    .flatMap((confirmation) => onlyChild(confirmation, assertionNs, "SubjectConfirmationData") ?? [])

const flawOfConfirmation = (data: Element, audience: Audience, now: number) => {
  if (attributeOf(data, "Recipient") !== audience.acsUrl) return fail("recipient", "it is addressed to another URL")
  if (attributeOf(data, "InResponseTo") === undefined) return fail("request", "it answers no request")
  return flawOfWindow(data, now)
}

const flawOfSession = (assertion: Element, now: number) => {
  const statements = childrenNamed(assertion, assertionNs, "AuthnStatement")
  if (statements.length === 0) return fail("invalid_response", "it contains no sign-in")
  const ends = statements.flatMap((statement) => instantOf(statement, "SessionNotOnOrAfter") ?? [])
  return ends.every((end) => now - skewMillis < end) ? undefined : fail("expired", "the provider's own session is over")
}

/** The address that the provider vouches for: its subject where that is one, else the one value of an attribute. */
const emailOf = (assertion: Element, subject: SsoSubject) => {
  if (subject.format === emailFormat) return subject.nameId
  const values = childrenNamed(assertion, assertionNs, "AttributeStatement")
    .flatMap((statement) => childrenNamed(statement, assertionNs, "Attribute"))
    .filter((attribute) => emailAttributes.has((attributeOf(attribute, "Name") ?? "").toLowerCase()))
    .flatMap((attribute) => childrenNamed(attribute, assertionNs, "AttributeValue"))
    // ASCII alone: else letters that are none of an address (U+212A) would become some.
    .map((value) => textOf(value)?.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) ?? "")
  const [email, ...others] = new Set(values)
  return email === undefined || email === "" || others.length > 0 ? null : email
}

const subjectOf = (subject: Element | undefined, assertion: Element): SsoSubject | undefined => {
  const nameId = onlyChild(subject, assertionNs, "NameID")
  const text = textOf(nameId)
  const [statement] = childrenNamed(assertion, assertionNs, "AuthnStatement")
  return text === undefined || text === "" || text.length > longestNameId
    ? undefined
    : {
        nameId: text,
        format: attributeOf(nameId, "Format") ?? null,
        nameQualifier: attributeOf(nameId, "NameQualifier") ?? null,
        spNameQualifier: attributeOf(nameId, "SPNameQualifier") ?? null,
        sessionIndex: attributeOf(statement, "SessionIndex") ?? null
      }
}

/**
 * Judges an assertion whose signature was found right, from the very text that was signed: it is the provider's, meant
 * for this service and address, valid at this moment (give or take 60 seconds), and answers a question.
 */
export const judgeAssertion = Effect.fnUntraced(function* (signedXml: string, audience: Audience, at: DateTime.Utc) {
  const now = at.epochMilliseconds
  const assertion = yield* parseXml(signedXml).pipe(Effect.catch(({ reason }) => fail("invalid_response", reason)))
  const id = attributeOf(assertion, "ID")
  const subject = onlyChild(assertion, assertionNs, "Subject")
  const named = subjectOf(subject, assertion)
  if (assertion.localName !== "Assertion" || id === undefined || named === undefined) {
    return yield* fail("invalid_response", "it does not name just one subject")
  }
  if (textOf(onlyChild(assertion, assertionNs, "Issuer")) !== audience.idpIssuer) {
    return yield* fail("issuer", "it is another provider's")
  }
  const confirmations = confirmationsOf(subject)
  const judged = confirmations.map((data) => flawOfConfirmation(data, audience, now))
  const confirmed = confirmations[judged.indexOf(undefined)]
  const flaw =
    flawOfConditions(assertion, audience, now) ??
    (confirmed === undefined ? (judged[0] ?? fail("recipient", "no bearer is confirmed")) : undefined) ??
    flawOfSession(assertion, now)
  const email = emailOf(assertion, named)
  if (flaw !== undefined) return yield* new SsoFailure({ code: flaw.code, detail: flaw.detail, email })
  const ends = [onlyChild(assertion, assertionNs, "Conditions"), confirmed].map(
    (element) => instantOf(element, "NotOnOrAfter") ?? now
  )
  const accepted: JudgedAssertion = {
    id,
    inResponseTo: attributeOf(confirmed, "InResponseTo") ?? "",
    validUntil: Math.max(...ends) + skewMillis,
    email,
    subject: named
  }
  return accepted
})
