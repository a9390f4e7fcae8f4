import { expect, test } from 'vitest'
import { openEmpty } from '#tests/support/databases.ts'
import { dumpedObjects, schemaDump } from './schema-dump.ts'

const BASE = `
  create role reader nologin;
  create table works (id integer primary key, title text, written_at timestamptz not null default now());
  create function touch() returns integer language sql set search_path = '' as 'select 1';
  alter table works enable row level security;
  create policy "Everybody reads works" on works for select to reader using (id > 0);
  grant select on works to reader;
`

/** Returns the dump after `changes` were made to BASE. */
async function dumpAfter(changes: string): Promise<string> {
  const database = await openEmpty()
  try {
    await database.run(BASE)
    await database.run(changes)
    return await schemaDump(database)
  } finally {
    await database.close()
  }
}

test('shows grants, row security, policies, functions, rows and role settings', async () => {
  const [before, after] = [
    await dumpAfter(''),
    await dumpAfter(`
      grant update (title) on works to reader;
      alter table works disable row level security;
      alter policy "Everybody reads works" on works using (true);
      alter function touch() security definer;
      insert into works (id, title) values (1, 'The first');
      alter role reader set statement_timeout = '3s';
    `),
  ]
  const had = new Set(before.split('\n'))
  const added = after.split('\n').filter((line) => !had.has(line) && !line.startsWith('--'))
  expect(added).toEqual([
    expect.stringContaining('SECURITY DEFINER'),
    "INSERT INTO public.works VALUES (1, 'The first', '(time)');",
    'CREATE POLICY "Everybody reads works" ON public.works FOR SELECT TO reader USING (true);',
    'GRANT UPDATE(title) ON TABLE public.works TO reader;',
    'ALTER ROLE reader SET statement_timeout=3s;',
  ])
  expect(before).toContain('ALTER TABLE public.works ENABLE ROW LEVEL SECURITY;')
  expect(after).not.toContain('ENABLE ROW LEVEL SECURITY')
})

test('compares objects without regard to the order of their grants', () => {
  const dump = (grants: string) => `
SET lock_timeout = 0;

--
-- Name: TABLE works; Type: ACL; Schema: public; Owner: -
--

${grants}
`
  const one = dump('GRANT ALL ON TABLE public.works TO b;\nGRANT SELECT,MAINTAIN,UPDATE ON TABLE public.works TO a;')
  const other = dump('GRANT SELECT,UPDATE ON TABLE public.works TO a;\nGRANT ALL ON TABLE public.works TO b;')
  expect(dumpedObjects(one)).toEqual(dumpedObjects(other))
  expect(dumpedObjects(one)).toEqual([
    'Name: TABLE works; Type: ACL; Schema: public; Owner: -\nGRANT ALL ON TABLE public.works TO b;\nGRANT SELECT,UPDATE ON TABLE public.works TO a;',
  ])
})

test('lists rows in the same order however they were written', async () => {
  const rows = (...ids: number[]) =>
    ids.map((id) => `insert into works values (${id}, 'It has; two\nlines ${id}', '2026-11-20');`).join('')
  expect(await dumpAfter(rows(1, 2, 3))).toBe(await dumpAfter(rows(3, 1, 2)))
})
