import type { ProviderName } from "@svc/contract/integrations/schema"
import { Record, Struct } from "effect"

/** What an app is for; in this order on the page. */
export const kinds = ["identity", "apps", "hr", "messages", "work", "signatures"] as const
export type Kind = (typeof kinds)[number]

interface Words {
  /** Left out where it is the same in every language. */
  readonly name?: string
  readonly about: string
  /** Where the values come from, and what they must be allowed to do. */
  readonly where: string
}

interface Vendor<Said> {
  readonly kind: Kind
  readonly name: string
  readonly en: Said
  readonly de: Said
}

/** All that the dashboard knows of each provider, in both languages; one without does not compile. SCIM has a page of its own. */
const vendors: {
  readonly [Name in ProviderName]: Vendor<Name extends "scim" ? Omit<Words, "where"> : Words>
} = {
  github: {
    kind: "apps",
    name: "GitHub",
    en: {
      about: "Members of organisations, their access and repositories",
      where: "You are sent to GitHub. Sign in as an owner of the organisation and grant “admin:org”."
    },
    de: {
      about: "Mitglieder, Zugänge und Repositorys",
      where: "Du kommst zu GitHub. Melde dich als Eigentümer der Organisation an und erlaube „admin:org“."
    }
  },
  "google-workspace": {
    kind: "identity",
    name: "Google Workspace",
    en: {
      about: "Accounts, mail and files",
      where:
        "You are sent to Google. Sign in as a super administrator and agree to users, their security, groups, Drive transfers and mail settings: without one of them its step is left to you."
    },
    de: {
      about: "Konten, Mail und Dateien",
      where:
        "Du kommst zu Google. Melde dich als Super Admin an und stimme Benutzern, deren Sicherheit, Gruppen, Drive-Übertragungen und Mail-Einstellungen zu: Was fehlt, bleibt Handarbeit."
    }
  },
  "google-calendar": {
    kind: "work",
    name: "Google Calendar",
    en: {
      about: "Appointments",
      where: "You are sent to Google. Agree to the calendar that last days are entered in."
    },
    de: {
      about: "Termine",
      where: "Du kommst zu Google. Stimme dem Kalender zu, in den letzte Tage eingetragen werden."
    }
  },
  okta: {
    kind: "identity",
    name: "Okta",
    en: {
      about: "Identity provider",
      where: "Okta, Security › API › Tokens: a token made by a Group or Super Administrator, with whose rights it acts."
    },
    de: {
      about: "Identitätsdienst",
      where:
        "Okta, Security › API › Tokens: ein Token eines Group oder Super Administrators; es handelt mit dessen Rechten."
    }
  },
  "azure-ad": {
    kind: "identity",
    name: "Microsoft Entra ID",
    en: {
      about: "Identity provider, mail",
      where:
        "Entra, App registrations: application permissions User.Read.All, User.EnableDisableAccount.All and User.RevokeSessions.All (for out-of-office replies MailboxSettings.ReadWrite too), with admin consent."
    },
    de: {
      about: "Identitätsdienst, Mail",
      where:
        "Entra, App-Registrierungen: Anwendungsberechtigungen User.Read.All, User.EnableDisableAccount.All und User.RevokeSessions.All (für Abwesenheitsnotizen auch MailboxSettings.ReadWrite), mit Zustimmung eines Administrators."
    }
  },
  jumpcloud: {
    kind: "identity",
    name: "JumpCloud",
    en: {
      about: "Identity provider",
      where: "JumpCloud, your name › My API Key, of an administrator who may manage users."
    },
    de: {
      about: "Identitätsdienst",
      where: "JumpCloud, dein Name › My API Key, eines Administrators, der Benutzer verwalten darf."
    }
  },
  onelogin: {
    kind: "identity",
    name: "OneLogin",
    en: { about: "Identity provider", where: "OneLogin, Developers › API Credentials: with “Manage Users”." },
    de: { about: "Identitätsdienst", where: "OneLogin, Developers › API Credentials: mit „Manage Users“." }
  },
  ping: {
    kind: "identity",
    name: "PingOne",
    en: { about: "Identity provider", where: "PingOne, Applications: a worker with the role Identity Data Admin." },
    de: { about: "Identitätsdienst", where: "PingOne, Applications: ein Worker mit der Rolle Identity Data Admin." }
  },
  slack: {
    kind: "messages",
    name: "Slack",
    en: {
      about: "Messages, and access where a token allows it",
      where:
        "Slack, your app › OAuth & Permissions. A bot token sends messages. To take access away it needs a user token with “admin” (SCIM, from Business+) or admin.users:write (Enterprise)."
    },
    de: {
      about: "Nachrichten, und Zugänge, wo ein Token es erlaubt",
      where:
        "Slack, deine App › OAuth & Permissions. Ein Bot-Token sendet Nachrichten. Um Zugänge zu entziehen, braucht es ein Benutzer-Token mit „admin“ (SCIM, ab Business+) oder admin.users:write (Enterprise)."
    }
  },
  teams: {
    kind: "messages",
    name: "Microsoft Teams",
    en: {
      about: "Messages",
      where: "Teams, the channel › Workflows: “Post to a channel when a webhook request is received”."
    },
    de: {
      about: "Nachrichten",
      where: "Teams, der Kanal › Workflows: „Bei Webhook-Anforderung in einem Kanal posten“."
    }
  },
  hris: {
    kind: "hr",
    name: "HR system",
    en: {
      about: "Tells who leaves",
      where: "A key that may read all employees, with their status, last day and manager."
    },
    de: {
      name: "HR-System",
      about: "Sagt, wer geht",
      where: "Ein Schlüssel, der alle Mitarbeitenden mit Status, letztem Tag und Führungskraft lesen darf."
    }
  },
  "it-tickets": {
    kind: "work",
    name: "Help desk",
    en: {
      about: "Tickets for what is done by hand",
      where: "An account that may create and read tickets. Tasks of IT become tickets in it."
    },
    de: {
      name: "Helpdesk",
      about: "Tickets für Handarbeit",
      where: "Ein Konto, das Tickets anlegen und lesen darf. Aufgaben der IT werden dort zu Tickets."
    }
  },
  docusign: {
    kind: "signatures",
    name: "DocuSign",
    en: {
      about: "Signatures",
      where: "DocuSign, Apps and Keys: an app with the scope “signature”, and a user who has agreed to it."
    },
    de: {
      about: "Unterschriften",
      where: "DocuSign, Apps and Keys: eine App mit „signature“ und ein Benutzer, der ihr zugestimmt hat."
    }
  },
  "adobe-sign": {
    kind: "signatures",
    name: "Acrobat Sign",
    en: {
      about: "Signatures",
      where: "Acrobat Sign, API: an integration key that may read and write agreements, and webhooks."
    },
    de: {
      about: "Unterschriften",
      where: "Acrobat Sign, API: ein Integrationsschlüssel, der Vereinbarungen und Webhooks lesen und schreiben darf."
    }
  },
  "dropbox-sign": {
    kind: "signatures",
    name: "Dropbox Sign",
    en: { about: "Signatures", where: "Dropbox Sign, API: the key of the account that sends." },
    de: { about: "Unterschriften", where: "Dropbox Sign, API: der Schlüssel des Kontos, das sendet." }
  },
  calendly: {
    kind: "work",
    name: "Calendly",
    en: { about: "Exit interviews", where: "Calendly, Integrations › API & webhooks: a personal access token." },
    de: {
      about: "Austrittsgespräche",
      where: "Calendly, Integrations › API & webhooks: ein persönliches Zugriffstoken."
    }
  },
  sms: {
    kind: "messages",
    name: "Text messages",
    en: {
      about: "Reminders by phone",
      where: "Twilio Console: Account SID and Auth token, and a number or messaging service to send from."
    },
    de: {
      name: "SMS",
      about: "Erinnerungen aufs Telefon",
      where: "Twilio Console: SID des Kontos und Auth-Token, dazu eine Nummer oder ein Messaging-Dienst."
    }
  },
  scim: {
    kind: "identity",
    name: "SCIM",
    en: { about: "Your identity provider tells who leaves" },
    de: { about: "Euer Identitätsdienst sagt, wer geht" }
  },
  alumni: {
    kind: "hr",
    name: "Alumni network",
    en: {
      about: "Invites who has left",
      where: "An HTTPS address of yours that is told who has left, and the token it knows us by."
    },
    de: {
      name: "Alumni-Netzwerk",
      about: "Lädt Ehemalige ein",
      where: "Eine HTTPS-Adresse von euch, die erfährt, wer gegangen ist, und das Token, an dem sie uns erkennt."
    }
  }
}

export const kindOf: Readonly<Record<ProviderName, Kind>> = Record.map(vendors, ({ kind }) => kind)

/** What an integration is called, and what it is for. */
export const namesIn = (language: "en" | "de") =>
  Record.map(vendors, (vendor) => {
    const { about, name = vendor.name } = vendor[language]
    return { name, about }
  })

/** What is said where it is connected. */
export const wheresIn = (language: "en" | "de") =>
  Record.map(Struct.omit(vendors, ["scim"]), (vendor) => vendor[language].where)
