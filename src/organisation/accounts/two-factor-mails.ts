/** What happens to a second factor: its action in the audit log, and what its mail needs to know. */
export type Happening =
  | { readonly action: "two_factor_enabled" | "two_factor_disabled" | "two_factor_recovery_codes_renewed" }
  | { readonly action: "two_factor_recovery_used"; readonly left: number }

const note = "If this was not you, change your password at once and tell an administrator of your organisation."

/** The mail to whom it happened. */
export const mailOf = (
  happening: Happening
): { readonly subject: string; readonly paragraphs: ReadonlyArray<string>; readonly note: string } => {
  switch (happening.action) {
    case "two_factor_enabled":
      return {
        subject: "Your second factor is on",
        paragraphs: [
          "From now on signing in takes a code of your authenticator app besides your password. All other sessions of yours were ended.",
          "Keep the ten recovery codes in a safe place: each signs you in once when the app is not at hand."
        ],
        note
      }
    case "two_factor_disabled":
      return {
        subject: "Your second factor is off",
        paragraphs: ["From now on signing in takes your password alone."],
        note
      }
    case "two_factor_recovery_codes_renewed":
      return {
        subject: "You have new recovery codes",
        paragraphs: ["Ten new recovery codes were made. Those of before are void."],
        note
      }
    case "two_factor_recovery_used":
      return {
        subject: "A recovery code was used",
        paragraphs: [
          `One of your recovery codes was used in the place of a code of your authenticator app. ${happening.left} ${happening.left === 1 ? "is" : "are"} left.`,
          ...(happening.left <= 2 ? ["Make new ones before they run out."] : [])
        ],
        note
      }
  }
}
