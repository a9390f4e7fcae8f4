// Storage is still behind a switch in @supabase/lite 0.10.0, read when it is loaded. Import this file before @supabase/lite.
process.env.EXPERIMENTAL_STORAGE = '1'
