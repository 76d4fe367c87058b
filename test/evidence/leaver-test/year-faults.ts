import type { OrgId } from "@svc/contract/kernel/ids"
import { day, endOf, hour, minute, peopleOf, type Person, went } from "./year-people.ts"

const at = (text: string) => Date.parse(text)

/** Everything that is not as it should be, or looks as if it were not, each by its name. */
export const plantedIn = (orgId: OrgId, seed: number) => {
  const { leaver, person } = peopleOf(orgId, seed)
  const slackInTime = (lastDay: string) => went.readBack("slack", endOf(lastDay) + hour)
  /** A leaver whose access to Okta, with its 24 hours, went like this; all else was in time. */
  const withOkta = (
    name: string,
    lastDay: string,
    okta: ReturnType<typeof went.readBack>,
    fields: Parameters<typeof leaver>[2] = {}
  ) => leaver(name, lastDay, { ...fields, case: { apps: [okta, slackInTime(lastDay)], ...fields.case } })

  return {
    // Late, one by each cause.
    late_told: leaver("Tess Told", "2026-02-10", {
      case: {
        createdAt: endOf("2026-02-10") + 2 * day,
        apps: [went.readBack("okta", endOf("2026-02-10") + 2 * day + 10 * hour)]
      }
    }),
    late_approval: leaver("Amir Approved", "2026-02-11", {
      case: {
        source: "initiation",
        createdAt: endOf("2026-02-11") + 2 * day,
        initiation: { createdAt: endOf("2026-02-11") - 10 * day, approvedAt: endOf("2026-02-11") + 2 * day },
        apps: [went.readBack("okta", endOf("2026-02-11") + 2 * day + 10 * hour)]
      }
    }),
    late_vendor: withOkta(
      "Vera Vendor",
      "2026-02-12",
      went.failedFirst("okta", endOf("2026-02-12") + hour, endOf("2026-02-12") + 60 * hour)
    ),
    late_not_connected: withOkta(
      "Nora Connected",
      "2026-02-13",
      went.notConnectedFirst("okta", endOf("2026-02-13") + hour, endOf("2026-02-13") + 80 * hour)
    ),
    late_by_hand: withOkta(
      "Hana Hand",
      "2026-02-14",
      went.unknownThere("okta", endOf("2026-02-14") + hour, endOf("2026-02-14") + 30 * hour)
    ),
    late_not_started: withOkta("Stan Started", "2026-02-15", went.readBack("okta", endOf("2026-02-15") + 48 * hour)),
    /** By a millisecond. */
    late_by_a_moment: withOkta("Mo Moment", "2026-02-16", went.readBack("okta", endOf("2026-02-16") + 24 * hour + 1)),

    // Open.
    open_vendor: withOkta("Olga Vendor", "2026-03-10", went.failedFirst("okta", endOf("2026-03-10") + hour, null), {
      case: { status: "it_revocation", endedAt: null }
    }),
    open_never_observed: withOkta("Nils Never", "2026-03-11", went.never("okta"), {
      case: { status: "it_revocation", endedAt: null }
    }),
    open_waits_for_hand: withOkta(
      "Wanda Waits",
      "2026-03-12",
      went.unknownThere("okta", endOf("2026-03-12") + hour, null),
      { case: { status: "it_revocation", endedAt: null } }
    ),
    open_no_apps: leaver("Abe Apps", "2026-03-13", { case: { apps: [], status: "asset_recovery", endedAt: null } }),

    // New York's clocks: back on 1 November, forward on 8 March. Both moments were reckoned by hand.
    /** The day ends at 05:00 UTC; by the offset of its morning it would have ended at 04:00, and this were late. */
    zone_in_time: leaver("Zoe Autumn", "2026-11-01", {
      case: {
        zone: "America/New_York",
        apps: [
          went.readBack("okta", at("2026-11-03T05:00:00.000Z")),
          went.readBack("slack", at("2026-11-02T06:00:00.000Z"))
        ]
      }
    }),
    /** The day ends at 04:00 UTC; by the offset of its morning it would have ended at 05:00, and this were in time. */
    zone_late: leaver("Zeno Spring", "2026-03-08", {
      case: {
        zone: "America/New_York",
        apps: [
          went.readBack("okta", at("2026-03-10T04:30:00.000Z")),
          went.readBack("slack", at("2026-03-09T06:00:00.000Z"))
        ]
      }
    }),
    /** Clocks skip the midnight after that day: it ends at 04:00 UTC, when they show 01:00. */
    zone_skipped_midnight: leaver("Sami Santiago", "2026-09-05", {
      case: { zone: "America/Santiago", apps: [went.readBack("okta", at("2026-09-07T04:00:00.000Z"))] }
    }),

    // What may be missing.
    record_without_case: person("Rita Record", {
      directory: "inactive",
      switched: [{ to: "inactive", at: endOf("2026-04-10") + hour }],
      record: { lastDay: "2026-04-10", at: endOf("2026-04-10") - 5 * day }
    }),
    case_without_record: leaver("Cas Record", "2026-04-11", { person: { directory: "none", switched: [] } }),
    account_off_without_case: person("Otto Off", {
      directory: "inactive",
      switched: [{ to: "inactive", at: at("2026-04-12T10:00:00.000Z") }]
    }),
    terminated_but_active: leaver("Ted Active", "2026-04-13", {
      person: {
        directory: "active",
        switched: [],
        record: { lastDay: "2026-04-13", at: endOf("2026-04-13") - 10 * day }
      }
    }),
    completed_but_active: leaver("Cora Active", "2026-04-14", { person: { directory: "active", switched: [] } }),
    reactivated: leaver("Rhea Active", "2026-04-15", {
      person: {
        switched: [
          { to: "inactive", at: endOf("2026-04-15") + hour },
          { to: "active", at: endOf("2026-04-15") + 5 * day },
          { to: "inactive", at: endOf("2026-04-15") + 6 * day }
        ]
      }
    }),
    cancelled: leaver("Carl Cancelled", "2026-04-16", {
      case: { status: "cancelled", endedAt: endOf("2026-04-16") - 2 * day, apps: [went.never("okta")] },
      person: { directory: "active", switched: [] }
    }),
    deleted: person("Della Deleted", { deletedAt: at("2026-04-17T10:00:00.000Z") }),

    // Accounts that were found active again.
    residual_open: withOkta(
      "Rex Residual",
      "2026-05-10",
      went.andFoundAgain(went.readBack("okta", endOf("2026-05-10") + hour), {
        foundAt: endOf("2026-05-10") + 9 * day,
        resolution: null,
        resolvedAt: null
      })
    ),
    residual_accepted: withOkta(
      "Ria Residual",
      "2026-05-11",
      went.andFoundAgain(went.readBack("okta", endOf("2026-05-11") + hour), {
        foundAt: endOf("2026-05-11") + 9 * day,
        resolution: "accepted",
        resolvedAt: endOf("2026-05-11") + 10 * day
      })
    ),
    residual_ended: withOkta(
      "Ron Residual",
      "2026-05-12",
      went.andFoundAgain(went.readBack("okta", endOf("2026-05-12") + hour), {
        foundAt: endOf("2026-05-12") + 9 * day,
        resolution: "revoked",
        resolvedAt: endOf("2026-05-12") + 10 * day
      })
    ),

    // What looks like a fault and is none.
    /** To be erased by whoever runs the year. */
    erased: leaver("Erna Erased", "2026-06-10"),
    nothing_to_revoke: leaver("Nina Nothing", "2026-06-11", {
      case: { apps: [], nothingToRevokeAt: endOf("2026-06-11") - day }
    }),
    /** Access ends on the last working day at noon, employment two months later. */
    garden_leave: leaver("Gerd Garden", "2026-06-12", {
      case: {
        accessEndsAt: at("2026-06-12T10:00:00.000Z"),
        employmentEndsOn: "2026-08-12",
        apps: [went.readBack("okta", at("2026-06-12T12:00:00.000Z"))]
      }
    }),
    /** In time by the end of the last working day, late by the moment at which access was to end. */
    garden_leave_late: leaver("Gitta Garden", "2026-06-13", {
      case: {
        accessEndsAt: at("2026-06-08T10:00:00.000Z"),
        employmentEndsOn: "2026-08-13",
        apps: [went.readBack("okta", endOf("2026-06-13") + minute)]
      }
    }),
    loose_ends: leaver("Lou Loose", "2026-06-14", {
      case: { status: "asset_recovery", endedAt: null, openTasks: 2, openDocuments: 1 },
      person: { openAssets: 1 }
    }),
    /** Slack's 72 hours are not over when the test is made. */
    not_due: leaver("Dua Due", "2026-12-31", {
      case: {
        status: "it_revocation",
        endedAt: null,
        apps: [went.readBack("okta", endOf("2026-12-31") + hour), went.never("slack")]
      }
    })
  } satisfies Record<string, Person>
}
