import fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { getChangedNames } from './migration-tests.ts'

const SQL = `create table public.courses (
  id uuid primary key,
  owner uuid references public.profiles (id)
);
comment on table public.courses is 'Courses.';

create function private.count_courses() returns bigint
language sql stable as $$
  select count(*) from public.courses
$$;
grant select (
  id
) on public.courses, public.posts to anon;
`

describe('getChangedNames', () => {
  it.each([
    [[3], ['courses']],
    [[9], ['count_courses']],
    [[12], ['courses', 'posts']],
    [
      [2, 7],
      ['courses', 'count_courses'],
    ],
    [[], []],
  ])('returns the objects whose definitions contain lines %j', (lines, names) => {
    expect([...getChangedNames(SQL, lines)]).toEqual(names)
  })

  it('finds an object in each line of the migrations that is not a comment before the first one', () => {
    for (const file of fs.globSync('supabase/migrations/*.sql')) {
      const sql = fs.readFileSync(file, 'utf8')
      const table = sql.split('\n').findIndex((line) => line.startsWith('create table public.'))
      if (table !== -1) {
        expect(getChangedNames(sql, [table + 2]).size, file).toBe(1)
      }
    }
  })
})
