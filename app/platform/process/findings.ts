/** A finding of the doctor: `wrong` must be fixed, `look` needs attention. `advice` says what to do. */
export type Finding = { severity: 'wrong' | 'look'; area: string; what: string; advice: string }
