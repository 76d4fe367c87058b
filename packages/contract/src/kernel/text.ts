import { Schema } from "effect"

/** Keeps what is annotated on the schema after the check; JSON Schema has no word for the check itself. */
const shown = { toJsonSchema: () => ({}) }

// PostgreSQL and UTF-8 hold neither: they would be refused late, or stored as something else than what was sent.
const storable = [
  Schema.makeFilter<string>(
    (text) => (text.includes("\u0000") ? "must not contain the NUL character" : undefined),
    shown
  ),
  Schema.makeFilter<string>(
    (text) =>
      text.isWellFormed() ? undefined : "must not contain half of a surrogate pair (\\ud800 to \\udfff alone)",
    shown
  )
] as const

/** Text of at most `max` characters, counted as Unicode code points (as PostgreSQL and JSON Schema do). */
export const Text = (max: number) =>
  Schema.String.check(Schema.isMaxCodePoints(max, { message: `must be at most ${max} characters` }), ...storable)

/** More than white space and characters that are not seen, such as a zero-width space or a direction mark. */
const isVisible = Schema.makeFilter<string>(
  (text) => (/[^\s\p{Z}\p{Cc}\p{Cf}]/u.test(text) ? undefined : "must not be blank"),
  { arbitraryConstraint: { minCodePoints: 1 }, toJsonSchema: () => ({ minLength: 1 }) }
)

/** Visible text of at most `max` characters. */
export const RequiredText = (max: number) => Text(max).check(isVisible)

/**
 * A person's self-chosen name. Others see it in lists, logs, and emails, so it is one line without direction marks and
 * not a URL or an email; joiners (a zero-width joiner) are allowed.
 */
export const PersonName = RequiredText(200).check(
  Schema.makeFilter<string>(
    (text) =>
      /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(text)
        ? "must not contain line breaks, control characters or direction marks"
        : undefined,
    shown
  ),
  Schema.makeFilter<string>(
    (text) => (/@|:\/\/|www\./i.test(text) ? "must be a name, not an email or web address" : undefined),
    shown
  )
)

/** Text whose length is within the two limits, white space around it not counted towards the lower one. */
export const BoundedText = (min: number, max: number) =>
  Text(max).check(
    Schema.makeFilter<string>(
      (text) => (Array.from(text.trim()).length < min ? `must be ${min} to ${max} characters` : undefined),
      { arbitraryConstraint: { minCodePoints: min }, toJsonSchema: () => ({ minLength: min }) }
    )
  )

/**
 * An email within the limits of RFC 5321 (254 characters), in the plain ASCII form that vendors and mail servers
 * accept: no quoted local part, a domain with other letters in its `xn--` form.
 */
export const EmailAddress = Text(254)
  .check(
    Schema.isPattern(
      /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/,
      { message: "must be an email address, for example name@example.com" }
    )
  )
  .pipe(Schema.brand("EmailAddress"))
export type EmailAddress = typeof EmailAddress.Type
