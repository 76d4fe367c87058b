import type { Scene } from "@svc/charts/scene"
import { steps } from "@svc/charts/steps"
import type { AppTier, CurvePoint, LeaverTestResult } from "@svc/contract/leaver-test/figures"
import { curvePlaces, percent } from "./report-words.ts"

const stepsOf = (points: ReadonlyArray<CurvePoint>) =>
  points.map(({ hours: at, remaining }) => ({ at, value: remaining }))

/** Kaplan-Meier curves of leavers and removals, with the hours each tier allows. */
export const curveScene = (
  { statistics: { curve } }: LeaverTestResult,
  tiers: ReadonlyArray<AppTier>,
  size: { readonly width: number; readonly height: number }
): Scene =>
  steps(
    {
      axis: "After",
      series: [
        { name: "Leavers", tone: "first", steps: stepsOf(curve.leavers) },
        { name: "Removals", tone: "second", steps: stepsOf(curve.removals) }
      ],
      places: curvePlaces,
      limits: [...new Set(tiers.map(({ hours }) => hours))]
        .toSorted((one, other) => one - other)
        .map((at) => ({ at, name: `${at} h allowed` })),
      say: (share) => percent(share).replace(".0%", "%")
    },
    size
  )
