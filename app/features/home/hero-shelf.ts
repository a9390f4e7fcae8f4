/* The drawing of the shelf behind the lamp, 640 by 200: for the top of the home page and for the site's share
   picture. The lamp is at 366, 104, scaled by four. */

/** Books of one colour and shade, as one path. */
export const books = [
  { cover: '', shade: '', d: 'M0 56h15v144h-15zM65 66h20v134h-20zM141 94h28v106h-28zM499 91h22v109h-22zM581 93h16v107h-16z' },
  { cover: 'c-study', shade: 't1', d: 'M16 96h20v104h-20zM170 68h21v132h-21zM522 77h30v123h-30z' },
  { cover: 'c-seminar', shade: 't2', d: 'M37 78h27v122h-27zM553 59h27v141h-27z' },
  { cover: 'c-proposal', shade: 't1', d: 'M86 78h27v122h-27zM326 76h25v124h-25zM598 80h24v120h-24z' },
  { cover: 'c-thesis', shade: 't2', d: 'M114 72h26v128h-26zM623 97h22v103h-22z' },
  { cover: '', shade: 't2', d: 'M192 105h26v95h-26zM277 79h17v121h-17zM352 57h30v143h-30zM481 91h17v109h-17z' },
  { cover: 'c-seminar', shade: '', d: 'M219 82h26v118h-26z' },
  { cover: 'c-other', shade: 't1', d: 'M246 63h30v137h-30z' },
  { cover: 'c-study', shade: '', d: 'M295 69h30v131h-30z' },
  { cover: 'c-thesis', shade: 't1', d: 'M452 89h28v111h-28z' },
] as const

/** The rules on their spines. */
export const rules =
  'M3 68h9m0 114h-9M19 108h14m0 74h-14M40 90h21m0 92h-21M68 78h14m0 104h-14M89 90h21m0 92h-21M117 84h20m0 98h-20M144 106h22m0 76h-22M173 80h15m0 102h-15M195 117h20m0 65h-20M222 94h20m0 88h-20M249 75h24m0 107h-24M280 91h11m0 91h-11M298 81h24m0 101h-24M329 88h19m0 94h-19M355 69h24m0 113h-24M455 101h22m0 81h-22M484 103h11m0 79h-11M502 103h16m0 79h-16M525 89h24m0 93h-24M556 71h21m0 111h-21M584 105h10m0 77h-10M601 92h18m0 90h-18M626 109h16m0 73h-16'

export const lampBody = 'M2 12c3 0 4 1 6 1h10c0 4-2.5 6-6.5 6S6 17 2 12zM8.5 19h6l1.5 5H7zM10.5 13c0-2.3 5-2.3 5 0'
export const lampHandle = 'M18 14c4-1.5 4.5 3.5-1.5 3.3'
/** Translated by -0.6, 2. */
export const lampFlame = 'M3 3c1.5 1.9 2 3.2 2 4.7a2 2.2 0 0 1-4 0C1 6.2 1.5 4.9 3 3z'
