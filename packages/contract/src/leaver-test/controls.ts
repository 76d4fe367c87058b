import type { TierPreset } from "./schema.ts"

/** A control that a leaver test speaks of, with the part of it that the test shows. */
interface TestedControl {
  /** A token of OSCAL, which begins with a letter. */
  readonly id: string
  readonly title: string
  readonly objective: string
}

/** By the preset of the hours allowed. */
export const testedControls = {
  soc2: [
    {
      id: "soc2-cc6.2",
      title: "SOC 2 CC6.2",
      objective:
        "Credentials of users whose access is no longer authorized are removed: for all leavers of the period, within the hours allowed."
    },
    {
      id: "soc2-cc6.3",
      title: "SOC 2 CC6.3",
      objective:
        "Access to data, software and other protected assets is removed when people leave: for all leavers of the period, within the hours allowed."
    }
  ],
  nerc_cip_004: [
    {
      id: "nerc-cip-004-7-r5",
      title: "NERC CIP-004-7 R5",
      objective:
        "Access is revoked after a termination action: the electronic access, in the apps of the test, of all leavers of the period, within the hours allowed."
    }
  ],
  pci_dss: [
    {
      id: "pci-dss-8.2.5",
      title: "PCI DSS 8.2.5",
      objective:
        "Access of terminated users is revoked immediately: for all leavers of the period, within the hours allowed."
    }
  ],
  own: [
    {
      id: "leaver-access-removal",
      title: "Removal of leavers' access",
      objective: "Access of all leavers of the period is removed within the hours that the organization allows."
    }
  ]
} as const satisfies Readonly<Record<TierPreset, ReadonlyArray<TestedControl>>>
