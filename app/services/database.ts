import { Constants, type Database as Generated } from './database.types.ts'

type Functions = Generated['public']['Functions']
type Tables = Generated['public']['Tables']

/**
 * The nullable arguments of our database functions. PostgreSQL does not declare nullability, so the generated types
 * omit it. A name that no function has is a type error.
 */
type NullableArguments = Known<{
  add_person_note: 'of_profile' | 'of_email'
  answer_topic_request: 'material'
  cache_invalidations_since: 'after_id'
  approve_upload: 'note'
  edit_upload: 'new_description'
  set_conversation_reminder: 'remind_on'
  save_imported_pictures: 'new_image_url'
}>

/** The JSON arguments whose fields have the names of a table's columns; the generated types say `Json`. */
type RowArguments = Rows<{
  approve_upload: { material: 'research_materials' }
  change_book_rules: { rules: 'book_rules' }
  save_file_metadata: { metadata: 'upload_reviews' }
  save_material_with_file: { fields: 'research_materials' }
}>

type Known<Names extends { [Name in keyof Names]: Name extends keyof Functions ? keyof Functions[Name]['Args'] : never }> = Names
type Rows<
  Names extends {
    [Name in keyof Names]: Name extends keyof Functions ? { [Argument in keyof Functions[Name]['Args']]?: keyof Tables } : never
  },
> = Names
type NullableOf<Name> = Name extends keyof NullableArguments ? NullableArguments[Name] : never
type RowsOf<Name> = Name extends keyof RowArguments ? RowArguments[Name] : object

/** The arguments of the function `Name`, as the database accepts them. */
type Arguments<Name extends keyof Functions> = {
  [Argument in keyof Functions[Name]['Args']]: Argument extends keyof RowsOf<Name>
    ? RowsOf<Name>[Argument] extends keyof Tables
      ? Partial<Tables[RowsOf<Name>[Argument]]['Row']>
      : never
    : Functions[Name]['Args'][Argument] | (Argument extends NullableOf<Name> ? null : never)
}

/** The types of our tables and functions, as the database accepts them. */
export type Database = Omit<Generated, 'public'> & {
  public: Omit<Generated['public'], 'Functions'> & {
    Functions: { [Name in keyof Functions]: Omit<Functions[Name], 'Args'> & { Args: Arguments<Name> } }
  }
}

/** The outcomes and states that our functions return, by the name of the enum. */
export type Enums = Generated['public']['Enums']
/** The values of the enums, for the schemas of JSON. For server code: the generated file is large. */
export const enums = Constants.public.Enums
