/** Maximum number of offboardings that a program begins in 24 hours: a tenth of the active people, and `least` in any case. */
export const tenthOf = (active: number, least: number): number => Math.max(least, Math.ceil(active * 0.1))
