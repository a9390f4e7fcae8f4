/** Something the doctor found: `wrong` has to be put right, `look` wants somebody's eye. `advice` says what to do. */
export type Finding = { severity: 'wrong' | 'look'; area: string; what: string; advice: string }
