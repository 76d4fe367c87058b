import type { Figures } from "@svc/contract/leaver-test/figures"

/** The figures of nothing. */
export const noFigures: Figures = {
  total: 0,
  tested: 0,
  in_time: 0,
  late: 0,
  open: 0,
  not_due: 0,
  no_access: 0,
  no_case: 0,
  exceptions: 0,
  exception_rate: null,
  exception_bound_95: null,
  median_hours: null,
  p90_hours: null,
  p95_hours: null
}
