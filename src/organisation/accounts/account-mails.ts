import type { MailTexts } from "#outgoing/mails/service"

/** What happens to a second factor: its action in the audit log, and what its mail needs to know. */
export type Happening =
  | { readonly action: "two_factor_enabled" | "two_factor_disabled" | "two_factor_recovery_codes_renewed" }
  | { readonly action: "two_factor_recovery_used"; readonly left: number }

type Said = Readonly<Record<"en" | "de", { readonly subject: string; readonly paragraphs: ReadonlyArray<string> }>>

const happened = (happening: Happening): Said => {
  switch (happening.action) {
    case "two_factor_enabled":
      return {
        en: {
          subject: "Your second factor is on",
          paragraphs: [
            "From now on signing in takes a code of your authenticator app besides your password. All your other sessions were ended.",
            "Keep the ten recovery codes in a safe place: each signs you in once when the app is not at hand."
          ]
        },
        de: {
          subject: "Deine Zwei-Faktor-Authentifizierung ist an",
          paragraphs: [
            "Ab jetzt brauchst du beim Anmelden neben dem Passwort einen Code deiner Authenticator-App. Alle anderen Sitzungen von dir wurden beendet.",
            "Bewahre die zehn Wiederherstellungscodes sicher auf: Mit jedem kannst du dich einmal anmelden, wenn die App nicht zur Hand ist."
          ]
        }
      }
    case "two_factor_disabled":
      return {
        en: {
          subject: "Your second factor is off",
          paragraphs: ["From now on signing in takes your password alone."]
        },
        de: {
          subject: "Deine Zwei-Faktor-Authentifizierung ist aus",
          paragraphs: ["Ab jetzt brauchst du beim Anmelden nur dein Passwort."]
        }
      }
    case "two_factor_recovery_codes_renewed":
      return {
        en: {
          subject: "You have new recovery codes",
          paragraphs: ["Ten new recovery codes were made. The codes from before no longer work."]
        },
        de: {
          subject: "Du hast neue Wiederherstellungscodes",
          paragraphs: ["Es gibt zehn neue Wiederherstellungscodes. Die bisherigen gelten nicht mehr."]
        }
      }
    case "two_factor_recovery_used": {
      const { left } = happening
      return {
        en: {
          subject: "A recovery code was used",
          paragraphs: [
            `One of your recovery codes was used in the place of a code of your authenticator app. ${left} ${left === 1 ? "is" : "are"} left.`,
            ...(left <= 2 ? ["Make new ones before they run out."] : [])
          ]
        },
        de: {
          subject: "Ein Wiederherstellungscode wurde benutzt",
          paragraphs: [
            `Einer deiner Wiederherstellungscodes wurde statt eines Codes deiner Authenticator-App benutzt. Übrig: ${left}.`,
            ...(left <= 2 ? ["Erzeuge neue, bevor sie ausgehen."] : [])
          ]
        }
      }
    }
  }
}

const security = (baseUrl: string) => ({
  en: { label: "Open security settings", url: `${baseUrl}/account/security` },
  de: { label: "Sicherheit öffnen", url: `${baseUrl}/account/security` }
})

const notYou = {
  en: "If this was not you, change your password immediately and tell an administrator of your organization.",
  de: "Wenn du das nicht warst, ändere sofort dein Passwort und sag es einer Administratorin oder einem Administrator deiner Organisation."
} as const

/** To the person whose second factor it is. */
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
    subject: "Set a new password",
    paragraphs: ["A new password was requested for the account with this email. If it was you, set it now."],
    action: { label: "Set a new password", url },
    note: "The link works once and for one hour. If it was not you, do not open it: your password stays as it is."
  },
  de: {
    subject: "Neues Passwort festlegen",
    paragraphs: [
      "Für das Konto mit dieser E-Mail wurde ein neues Passwort angefordert. Wenn du das warst, leg es jetzt fest."
    ],
    action: { label: "Neues Passwort festlegen", url },
    note: "Der Link gilt einmal und eine Stunde lang. Wenn du das nicht warst, öffne ihn nicht: Dein Passwort bleibt, wie es ist."
  }
})

/** An attacker may have set it: the way back is another new password. */
export const passwordChangedMail = (baseUrl: string): MailTexts => {
  const url = `${baseUrl}/forgot-password`
  return {
    en: {
      subject: "Your password was changed",
      paragraphs: [
        "The password of your account was changed just now, and all your other sessions were ended.",
        "If it was not you, request a new password and tell an administrator of your organization."
      ],
      action: { label: "Request a new password", url }
    },
    de: {
      subject: "Dein Passwort wurde geändert",
      paragraphs: [
        "Das Passwort deines Kontos wurde gerade geändert, und alle anderen Sitzungen von dir wurden beendet.",
        "Wenn du das nicht warst, fordere ein neues Passwort an und sag es einer Administratorin oder einem Administrator deiner Organisation."
      ],
      action: { label: "Neues Passwort anfordern", url }
    }
  }
}

export const guessesMail = (wrongPasswords: number, baseUrl: string): MailTexts => {
  const url = `${baseUrl}/forgot-password`
  return {
    en: {
      subject: "Someone is guessing your password",
      paragraphs: [
        `Within an hour ${wrongPasswords} wrong passwords were entered for your account. None of them worked.`,
        "Your account is not locked. Where you have signed in before, you can do so as always; anywhere else, one password a minute is checked until this is over."
      ],
      action: { label: "Request a new password", url },
      note: "If it was you, request a new password. If not, you do not have to do anything; a second factor keeps out even those who guess right. We send this email at most once a day."
    },
    de: {
      subject: "Jemand versucht, dein Passwort zu erraten",
      paragraphs: [
        `In einer Stunde wurden ${wrongPasswords} falsche Passwörter für dein Konto eingegeben. Keines davon hat funktioniert.`,
        "Dein Konto ist nicht gesperrt. Wo du dich schon angemeldet hast, geht es wie immer; anderswo wird ein Passwort pro Minute geprüft, bis es vorbei ist."
      ],
      action: { label: "Neues Passwort anfordern", url },
      note: "Wenn du das warst, fordere ein neues Passwort an. Wenn nicht, musst du nichts tun; eine Zwei-Faktor-Authentifizierung hält auch jene fern, die richtig raten. Wir senden diese E-Mail höchstens einmal am Tag."
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
        "A registration was started with this email, which already has an account. Sign in, or request a new password on the sign-in page."
      ],
      action: { label: "Sign in", url },
      note: "If it was not you, you do not have to do anything: nothing was changed."
    },
    de: {
      subject: "Du hast schon ein Konto",
      paragraphs: [
        "Mit dieser E-Mail wurde eine Registrierung begonnen, aber es gibt schon ein Konto dazu. Melde dich an, oder fordere auf der Anmeldeseite ein neues Passwort an."
      ],
      action: { label: "Anmelden", url },
      note: "Wenn du das nicht warst, musst du nichts tun: Es wurde nichts geändert."
    }
  }
}
