import { appNames } from "@svc/contract/integrations/names"
import type { ProviderName } from "@svc/contract/integrations/schema"
import { Record, Struct } from "effect"

/** Categories of integrations, in page order. */
export const kinds = ["identity", "apps", "hr", "messages", "work", "signatures"] as const
type Kind = (typeof kinds)[number]

interface Words {
  /** Omitted if it is the name in the contract. */
  readonly name?: string
  readonly about: string
  /** Where the values come from, and the permissions they need. */
  readonly where: string
}

interface Vendor<Said> {
  readonly kind: Kind
  readonly en: Said
  readonly de: Said
}

/** Catalog of the built-in providers in both languages; a missing one does not compile. SCIM has its own page. */
const vendors: {
  readonly [Name in ProviderName]: Vendor<Name extends "scim" ? Omit<Words, "where"> : Words>
} = {
  github: {
    kind: "apps",
    en: {
      about: "Organization members, access, and repositories",
      where: "You’re redirected to GitHub. Sign in as an organization owner and grant “admin:org”."
    },
    de: {
      about: "Mitglieder, Zugriffe und Repositorys",
      where: "Du wirst zu GitHub weitergeleitet. Melde dich als Eigentümer der Organisation an und erlaube „admin:org“."
    }
  },
  "google-workspace": {
    kind: "identity",
    en: {
      about: "Accounts, email, and files",
      where:
        "You’re redirected to Google. Sign in as a super administrator and grant access to users, user security, groups, Drive transfers, and mail settings. Steps you don’t grant become manual."
    },
    de: {
      about: "Konten, E-Mail und Dateien",
      where:
        "Du wirst zu Google weitergeleitet. Melde dich als Super-Admin an und erlaube Benutzer, Benutzersicherheit, Gruppen, Drive-Übertragungen und E-Mail-Einstellungen. Was fehlt, bleibt manuell."
    }
  },
  "google-calendar": {
    kind: "work",
    en: {
      about: "Last days as calendar events",
      where: "You’re redirected to Google. Grant access to the calendar where last days are entered."
    },
    de: {
      about: "Letzte Tage als Kalendertermine",
      where: "Du wirst zu Google weitergeleitet. Erlaube den Kalender, in den letzte Tage eingetragen werden."
    }
  },
  okta: {
    kind: "identity",
    en: {
      about: "Identity provider",
      where:
        "In Okta, Security › API › Tokens: a token created by a Group or Super Administrator. It has that administrator’s permissions."
    },
    de: {
      about: "Identitätsanbieter",
      where:
        "In Okta, Security › API › Tokens: ein Token eines Group oder Super Administrators. Es hat dessen Berechtigungen."
    }
  },
  "azure-ad": {
    kind: "identity",
    en: {
      about: "Identity provider, email",
      where:
        "In Entra, App registrations: application permissions User.Read.All, User.EnableDisableAccount.All, and User.RevokeSessions.All, with admin consent. Out-of-office replies also need MailboxSettings.ReadWrite."
    },
    de: {
      about: "Identitätsanbieter, E-Mail",
      where:
        "In Entra, App-Registrierungen: Anwendungsberechtigungen User.Read.All, User.EnableDisableAccount.All und User.RevokeSessions.All, mit Administratorzustimmung. Abwesenheitsnotizen brauchen auch MailboxSettings.ReadWrite."
    }
  },
  jumpcloud: {
    kind: "identity",
    en: {
      about: "Identity provider",
      where: "In JumpCloud, your name › My API Key: the key of an administrator who can manage users."
    },
    de: {
      about: "Identitätsanbieter",
      where: "In JumpCloud, dein Name › My API Key: der Schlüssel eines Administrators, der Benutzer verwalten darf."
    }
  },
  onelogin: {
    kind: "identity",
    en: {
      about: "Identity provider",
      where: "In OneLogin, Developers › API Credentials: a credential with “Manage Users”."
    },
    de: {
      about: "Identitätsanbieter",
      where: "In OneLogin, Developers › API Credentials: Zugangsdaten mit „Manage Users“."
    }
  },
  ping: {
    kind: "identity",
    en: { about: "Identity provider", where: "In PingOne, Applications: a worker with the Identity Data Admin role." },
    de: {
      about: "Identitätsanbieter",
      where: "In PingOne, Applications: ein Worker mit der Rolle Identity Data Admin."
    }
  },
  slack: {
    kind: "messages",
    en: {
      about: "Messages, and revocation if a token allows it",
      where:
        "In Slack, your app › OAuth & Permissions. A bot token sends messages. To revoke access, add a user token with “admin” (SCIM, Business+ or higher) or admin.users:write (Enterprise)."
    },
    de: {
      about: "Nachrichten, und Entzug, wenn ein Token es erlaubt",
      where:
        "In Slack, deine App › OAuth & Permissions. Ein Bot-Token sendet Nachrichten. Um Zugriff zu entziehen, braucht es ein Benutzer-Token mit „admin“ (SCIM, ab Business+) oder admin.users:write (Enterprise)."
    }
  },
  teams: {
    kind: "messages",
    en: {
      about: "Messages",
      where: "In Teams, the channel › Workflows: “Post to a channel when a webhook request is received”."
    },
    de: {
      about: "Nachrichten",
      where: "In Teams, der Kanal › Workflows: „Bei Webhook-Anforderung in einem Kanal posten“."
    }
  },
  hris: {
    kind: "hr",
    en: {
      about: "People and departures",
      where: "A key that can read all employees, with status, last day, and manager."
    },
    de: {
      name: "HR-System",
      about: "Personen und Austritte",
      where: "Ein Schlüssel, der alle Mitarbeitenden mit Status, letztem Tag und Führungskraft lesen darf."
    }
  },
  "it-tickets": {
    kind: "work",
    en: {
      about: "Tickets for manual tasks",
      where: "An account that can create and read tickets. IT tasks become tickets there."
    },
    de: {
      name: "Helpdesk",
      about: "Tickets für manuelle Aufgaben",
      where: "Ein Konto, das Tickets anlegen und lesen darf. IT-Aufgaben werden dort zu Tickets."
    }
  },
  docusign: {
    kind: "signatures",
    en: {
      about: "E-signatures",
      where: "In DocuSign, Apps and Keys: an app with the scope “signature”, and a user who has consented to it."
    },
    de: {
      about: "E-Signaturen",
      where: "In DocuSign, Apps and Keys: eine App mit dem Scope „signature“ und ein Benutzer, der ihr zugestimmt hat."
    }
  },
  "adobe-sign": {
    kind: "signatures",
    en: {
      about: "E-signatures",
      where: "In Acrobat Sign, API: an integration key that can read and write agreements and webhooks."
    },
    de: {
      about: "E-Signaturen",
      where:
        "In Acrobat Sign, API: ein Integrationsschlüssel, der Vereinbarungen und Webhooks lesen und schreiben darf."
    }
  },
  "dropbox-sign": {
    kind: "signatures",
    en: { about: "E-signatures", where: "In Dropbox Sign, API: the key of the sending account." },
    de: { about: "E-Signaturen", where: "In Dropbox Sign, API: der Schlüssel des sendenden Kontos." }
  },
  calendly: {
    kind: "work",
    en: { about: "Exit interviews", where: "In Calendly, Integrations › API & webhooks: a personal access token." },
    de: {
      about: "Austrittsgespräche",
      where: "In Calendly, Integrations › API & webhooks: ein persönliches Zugriffstoken."
    }
  },
  sms: {
    kind: "messages",
    en: {
      about: "Reminders by text message",
      where: "In the Twilio Console: account SID and auth token, and a number or messaging service to send from."
    },
    de: {
      name: "SMS",
      about: "Erinnerungen per SMS",
      where: "In der Twilio Console: Konto-SID und Auth-Token, dazu eine Nummer oder ein Messaging-Dienst."
    }
  },
  scim: {
    kind: "identity",
    en: { about: "People and departures from your identity provider" },
    de: { about: "Personen und Austritte von eurem Identitätsanbieter" }
  },
  alumni: {
    kind: "hr",
    en: {
      about: "Invites former employees",
      where: "Your HTTPS URL that is notified of departures, and the token we authenticate with."
    },
    de: {
      name: "Alumni-Netzwerk",
      about: "Lädt Ehemalige ein",
      where: "Eure HTTPS-URL, die über Austritte benachrichtigt wird, und das Token, mit dem wir uns anmelden."
    }
  }
}

export const kindOf: Readonly<Record<ProviderName, Kind>> = Record.map(vendors, ({ kind }) => kind)

/** Name and purpose of each integration. */
export const namesIn = (language: "en" | "de") =>
  Record.map(vendors, (vendor, provider) => {
    const { about, name = appNames[provider] } = vendor[language]
    return { name, about }
  })

/** Setup hints of the connect dialogs. */
export const wheresIn = (language: "en" | "de") =>
  Record.map(Struct.omit(vendors, ["scim"]), (vendor) => vendor[language].where)
