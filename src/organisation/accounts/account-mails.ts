import type { MailTexts } from "#outgoing/mails/service"

/** A change to two-factor authentication: its action in the audit log, and the values of its email. */
export type Happening =
  | { readonly action: "two_factor_enabled" | "two_factor_disabled" | "two_factor_recovery_codes_renewed" }
  | { readonly action: "two_factor_recovery_used"; readonly left: number }

type Said = Readonly<Record<"en" | "de", { readonly subject: string; readonly paragraphs: ReadonlyArray<string> }>>

const happened = (happening: Happening): Said => {
  switch (happening.action) {
    case "two_factor_enabled":
      return {
        en: {
          subject: "Two-factor authentication is on",
          paragraphs: [
            "To sign in, you now need your password and a code from your authenticator app. All your other sessions were ended.",
            "Keep the 10 recovery codes in a safe place. Each works once if you can’t use the app."
          ]
        },
        de: {
          subject: "Zwei-Faktor-Authentifizierung ist an",
          paragraphs: [
            "Zum Anmelden brauchst du jetzt dein Passwort und einen Code aus deiner Authenticator-App. Deine anderen Sitzungen wurden beendet.",
            "Bewahre die 10 Wiederherstellungscodes sicher auf. Jeder gilt einmal, wenn du die App nicht benutzen kannst."
          ]
        }
      }
    case "two_factor_disabled":
      return {
        en: {
          subject: "Two-factor authentication is off",
          paragraphs: ["To sign in, you now need only your password."]
        },
        de: {
          subject: "Zwei-Faktor-Authentifizierung ist aus",
          paragraphs: ["Zum Anmelden brauchst du jetzt nur noch dein Passwort."]
        }
      }
    case "two_factor_recovery_codes_renewed":
      return {
        en: {
          subject: "New recovery codes created",
          paragraphs: ["10 new recovery codes were created for your account. The previous codes no longer work."]
        },
        de: {
          subject: "Neue Wiederherstellungscodes erstellt",
          paragraphs: [
            "Für dein Konto wurden 10 neue Wiederherstellungscodes erstellt. Die bisherigen gelten nicht mehr."
          ]
        }
      }
    case "two_factor_recovery_used": {
      const { left } = happening
      return {
        en: {
          subject: "A recovery code was used",
          paragraphs: [
            `One of your recovery codes was used instead of a code from your authenticator app. You have ${left} left.`,
            ...(left <= 2 ? ["Create new codes before you run out."] : [])
          ]
        },
        de: {
          subject: "Ein Wiederherstellungscode wurde benutzt",
          paragraphs: [
            `Einer deiner Wiederherstellungscodes wurde statt eines Codes aus deiner Authenticator-App benutzt. Übrig: ${left}.`,
            ...(left <= 2 ? ["Erstelle neue, bevor sie dir ausgehen."] : [])
          ]
        }
      }
    }
  }
}

const security = (baseUrl: string) => ({
  en: { label: "Open security settings", url: `${baseUrl}/account/security` },
  de: { label: "Sicherheitseinstellungen öffnen", url: `${baseUrl}/account/security` }
})

const notYou = {
  en: "If this was not you, change your password immediately and tell an administrator of your organization. You get this email because the security of your account changed.",
  de: "Wenn du das nicht warst, ändere sofort dein Passwort, und sag den Admins deiner Organisation Bescheid. Du bekommst diese E-Mail, weil sich die Sicherheit deines Kontos geändert hat."
} as const

/** To the owner of the account. */
export const twoFactorMail = (happening: Happening, baseUrl: string): MailTexts => {
  const { de, en } = happened(happening)
  const action = security(baseUrl)
  return {
    en: { ...en, action: action.en, note: notYou.en },
    de: { ...de, action: action.de, note: notYou.de }
  }
}

export const passwordResetMail = (url: string): MailTexts => ({
  en: {
    subject: "Reset your password",
    paragraphs: ["A password reset was requested for your account. If this was you, set a new password now."],
    action: { label: "Set a new password", url },
    note: "The link works once and expires in 1 hour. If this was not you, ignore this email: your password stays the same. You get this email because your email was entered on the sign-in page."
  },
  de: {
    subject: "Passwort zurücksetzen",
    paragraphs: ["Für dein Konto wurde ein neues Passwort angefordert. Wenn du das warst, leg es jetzt fest."],
    action: { label: "Neues Passwort festlegen", url },
    note: "Der Link gilt einmal und eine Stunde lang. Wenn du das nicht warst, ignoriere diese E-Mail: Dein Passwort bleibt gleich. Du bekommst sie, weil deine E-Mail-Adresse auf der Anmeldeseite eingegeben wurde."
  }
})

/** An attacker may have set it: the way back is another new password. */
export const passwordChangedMail = (baseUrl: string): MailTexts => {
  const url = `${baseUrl}/forgot-password`
  return {
    en: {
      subject: "Your password was changed",
      paragraphs: [
        "The password of your account was just changed, and all your other sessions were ended.",
        "If this was not you, reset your password immediately and tell an administrator of your organization."
      ],
      action: { label: "Reset password", url },
      note: "You get this email because your password changed."
    },
    de: {
      subject: "Dein Passwort wurde geändert",
      paragraphs: [
        "Das Passwort deines Kontos wurde gerade geändert, und deine anderen Sitzungen wurden beendet.",
        "Wenn du das nicht warst, setz dein Passwort sofort zurück, und sag den Admins deiner Organisation Bescheid."
      ],
      action: { label: "Passwort zurücksetzen", url },
      note: "Du bekommst diese E-Mail, weil dein Passwort geändert wurde."
    }
  }
}

export const guessesMail = (wrongPasswords: number, baseUrl: string): MailTexts => {
  const url = `${baseUrl}/forgot-password`
  return {
    en: {
      subject: "Failed sign-in attempts on your account",
      paragraphs: [
        `${wrongPasswords} wrong passwords were entered for your account within an hour. No sign-in succeeded.`,
        "Your account is not locked. You can sign in as usual from devices and networks you have used before. From others, one attempt a minute is allowed for now."
      ],
      action: { label: "Reset password", url },
      note: "If this was you, reset your password. If not, you don’t need to do anything; two-factor authentication protects you even if the password is guessed. You get this email because of attempts on your account, at most once a day."
    },
    de: {
      subject: "Fehlgeschlagene Anmeldungen an deinem Konto",
      paragraphs: [
        `Innerhalb einer Stunde wurden ${wrongPasswords} falsche Passwörter für dein Konto eingegeben. Keine Anmeldung war erfolgreich.`,
        "Dein Konto ist nicht gesperrt. Von bekannten Geräten und Netzen aus kannst du dich wie gewohnt anmelden. Von anderen ist vorerst ein Versuch pro Minute möglich."
      ],
      action: { label: "Passwort zurücksetzen", url },
      note: "Wenn du das warst, setz dein Passwort zurück. Wenn nicht, musst du nichts tun; Zwei-Faktor-Authentifizierung schützt dich auch, wenn das Passwort erraten wird. Du bekommst diese E-Mail wegen der Versuche an deinem Konto, höchstens einmal am Tag."
    }
  }
}

/** To an unconfirmed email: no text of the request is in it. */
export const knownAddressMail = (baseUrl: string): MailTexts => {
  const url = `${baseUrl}/login`
  return {
    en: {
      subject: "You already have an account",
      paragraphs: [
        "This email was used to register an organization, but it already has an account. Sign in, or reset your password on the sign-in page."
      ],
      action: { label: "Sign in", url },
      note: "If this was not you, ignore this email: nothing changed. You get it because your email was entered on the registration page."
    },
    de: {
      subject: "Du hast schon ein Konto",
      paragraphs: [
        "Mit dieser E-Mail-Adresse sollte eine Organisation registriert werden, aber sie hat schon ein Konto. Melde dich an, oder setz auf der Anmeldeseite dein Passwort zurück."
      ],
      action: { label: "Anmelden", url },
      note: "Wenn du das nicht warst, ignoriere diese E-Mail: Es wurde nichts geändert. Du bekommst sie, weil deine E-Mail-Adresse auf der Registrierungsseite eingegeben wurde."
    }
  }
}
