// @supabase/lite 0.10.0 still has storage behind a flag that it reads on import. Import this file before
// @supabase/lite. Test: tests/contract/storage-uploads.test.ts.
process.env.EXPERIMENTAL_STORAGE = '1'
