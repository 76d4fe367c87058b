import { Schema } from "effect"

/** Text of at most `max` characters; NUL cannot be stored and is refused. */
export const Text = (max: number) =>
  Schema.String.check(
    Schema.isMaxLength(max, { message: `must be at most ${max} characters` }),
    Schema.makeFilter((text) => (text.includes("\u0000") ? "must not contain the NUL character" : undefined))
  )

/** Text that is more than white space, of at most `max` characters. */
export const RequiredText = (max: number) =>
  Text(max).check(Schema.makeFilter((text) => (text.trim() === "" ? "must not be blank" : undefined)))

/** Text whose length is within the two limits. */
export const BoundedText = (min: number, max: number) =>
  Text(max).check(
    Schema.makeFilter((text) => (text.trim().length < min ? `must be ${min} to ${max} characters` : undefined))
  )

/** An e-mail address as RFC 5321 limits it (254 characters), in the plain form that vendors and mail servers accept. */
export const EmailAddress = Text(254)
  .check(
    Schema.isPattern(
      /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/,
      { message: "must be an e-mail address" }
    )
  )
  .pipe(Schema.brand("EmailAddress"))
export type EmailAddress = typeof EmailAddress.Type
