// Written by `npm run types` from supabase/migrations; do not edit.
export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = {
  // Allows to automatically instantiate createClient with right options
  // instead of createClient<Database, { PostgrestVersion: 'XX' }>(URL, KEY)
  __InternalSupabase: {
    PostgrestVersion: "12"
  }
  public: {
    Tables: {
      account_checks: {
        Row: {
          account_name: string
          account_number: string
          asked_at: string
          bank_code: string
          bank_name: string
          confirmed_at: string | null
          holder_name: string | null
          id: string
          profile_id: string
        }
        Insert: {
          account_name?: string
          account_number: string
          asked_at?: string
          bank_code: string
          bank_name: string
          confirmed_at?: string | null
          holder_name?: string | null
          id?: string
          profile_id: string
        }
        Update: {
          account_name?: string
          account_number?: string
          asked_at?: string
          bank_code?: string
          bank_name?: string
          confirmed_at?: string | null
          holder_name?: string | null
          id?: string
          profile_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "account_checks_profile_id_fkey"
            columns: ["profile_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      audit_log: {
        Row: {
          action: string
          actor_id: string | null
          created_at: string
          details: NonNullable<Json>
          found_in: string | null
          id: number
          subject: string
        }
        Insert: {
          action: string
          actor_id?: string | null
          created_at?: string
          details?: NonNullable<Json>
          found_in?: never
          id?: never
          subject: string
        }
        Update: {
          action?: string
          actor_id?: string | null
          created_at?: string
          details?: NonNullable<Json>
          found_in?: never
          id?: never
          subject?: string
        }
        Relationships: []
      }
      blog_posts: {
        Row: {
          created_at: string
          deleted_at: string | null
          id: string
          image_alt: string | null
          image_url: string | null
          is_sample: boolean
          post_body: string
          post_title: string
          publish_at: string | null
          published_at: string | null
          seo_keywords: string | null
          shown_before: string | null
          slug: string
          sub_title: string | null
          updated_at: string
          upload_date: string
        }
        Insert: {
          created_at?: string
          deleted_at?: string | null
          id?: string
          image_alt?: string | null
          image_url?: string | null
          is_sample?: boolean
          post_body?: string
          post_title: string
          publish_at?: string | null
          published_at?: string | null
          seo_keywords?: string | null
          shown_before?: string | null
          slug: string
          sub_title?: string | null
          updated_at?: string
          upload_date?: string
        }
        Update: {
          created_at?: string
          deleted_at?: string | null
          id?: string
          image_alt?: string | null
          image_url?: string | null
          is_sample?: boolean
          post_body?: string
          post_title?: string
          publish_at?: string | null
          published_at?: string | null
          seo_keywords?: string | null
          shown_before?: string | null
          slug?: string
          sub_title?: string | null
          updated_at?: string
          upload_date?: string
        }
        Relationships: []
      }
      book_entries: {
        Row: {
          account: string
          amount_kobo: number
          created_at: string
          id: number
          profile_id: string | null
          transaction_id: number
        }
        Insert: {
          account: string
          amount_kobo: number
          created_at?: string
          id?: never
          profile_id?: string | null
          transaction_id: number
        }
        Update: {
          account?: string
          amount_kobo?: number
          created_at?: string
          id?: never
          profile_id?: string | null
          transaction_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "book_entries_profile_id_fkey"
            columns: ["profile_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "book_entries_transaction_id_fkey"
            columns: ["transaction_id"]
            referencedRelation: "book_transactions"
            referencedColumns: ["id"]
          },
        ]
      }
      book_rules: {
        Row: {
          created_at: string
          fee_fixed_kobo: number
          fee_hundredths: number
          hold_hours: number
          id: number
          minimum_kobo: number
          refund_days: number
          rep_percent: number
          run_weekday: number
          share_basis: string
          share_percent: number
          valid_from: string
          vat_hundredths: number
        }
        Insert: {
          created_at?: string
          fee_fixed_kobo: number
          fee_hundredths: number
          hold_hours: number
          id?: never
          minimum_kobo: number
          refund_days: number
          rep_percent?: number
          run_weekday: number
          share_basis: string
          share_percent?: number
          valid_from?: string
          vat_hundredths?: number
        }
        Update: {
          created_at?: string
          fee_fixed_kobo?: number
          fee_hundredths?: number
          hold_hours?: number
          id?: never
          minimum_kobo?: number
          refund_days?: number
          rep_percent?: number
          run_weekday?: number
          share_basis?: string
          share_percent?: number
          valid_from?: string
          vat_hundredths?: number
        }
        Relationships: []
      }
      book_transactions: {
        Row: {
          actor_id: string | null
          booked_at: string
          created_at: string
          event_key: string
          id: number
          is_sample: boolean
          kind: Database["public"]["Enums"]["book_transaction_kind"]
          note: string | null
          subject: string
        }
        Insert: {
          actor_id?: string | null
          booked_at: string
          created_at?: string
          event_key: string
          id?: never
          is_sample?: boolean
          kind: Database["public"]["Enums"]["book_transaction_kind"]
          note?: string | null
          subject: string
        }
        Update: {
          actor_id?: string | null
          booked_at?: string
          created_at?: string
          event_key?: string
          id?: never
          is_sample?: boolean
          kind?: Database["public"]["Enums"]["book_transaction_kind"]
          note?: string | null
          subject?: string
        }
        Relationships: []
      }
      class_rep_shares: {
        Row: {
          created_at: string
          profile_id: string
          share_percent: number
          valid_from: string
        }
        Insert: {
          created_at?: string
          profile_id: string
          share_percent: number
          valid_from: string
        }
        Update: {
          created_at?: string
          profile_id?: string
          share_percent?: number
          valid_from?: string
        }
        Relationships: [
          {
            foreignKeyName: "class_rep_shares_profile_id_fkey"
            columns: ["profile_id"]
            referencedRelation: "class_reps"
            referencedColumns: ["profile_id"]
          },
        ]
      }
      class_reps: {
        Row: {
          agreed_at: string
          code: string
          created_at: string
          profile_id: string
          stop_reason: string
          stopped_at: string | null
          stopped_by: string | null
          updated_at: string
        }
        Insert: {
          agreed_at?: string
          code: string
          created_at?: string
          profile_id: string
          stop_reason?: string
          stopped_at?: string | null
          stopped_by?: string | null
          updated_at?: string
        }
        Update: {
          agreed_at?: string
          code?: string
          created_at?: string
          profile_id?: string
          stop_reason?: string
          stopped_at?: string | null
          stopped_by?: string | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "class_reps_profile_id_fkey"
            columns: ["profile_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      consents: {
        Row: {
          agreed_to: string
          created_at: string
          id: string
          profile_id: string
          version: string
        }
        Insert: {
          agreed_to: string
          created_at?: string
          id?: string
          profile_id: string
          version: string
        }
        Update: {
          agreed_to?: string
          created_at?: string
          id?: string
          profile_id?: string
          version?: string
        }
        Relationships: [
          {
            foreignKeyName: "consents_profile_id_fkey"
            columns: ["profile_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      contact_conversations: {
        Row: {
          about: Database["public"]["Enums"]["message_about"]
          body: string
          email: string
          found_in: string | null
          id: string
          is_answered: boolean
          newest_at: string
          open_since: string | null
          place: number
          remind_on: string | null
          reminder_note: string | null
          sender_name: string
          words: string
        }
        Insert: {
          about: Database["public"]["Enums"]["message_about"]
          body: string
          email: string
          found_in?: never
          id?: string
          is_answered?: boolean
          newest_at?: string
          open_since?: string | null
          place?: never
          remind_on?: string | null
          reminder_note?: string | null
          sender_name: string
          words?: string
        }
        Update: {
          about?: Database["public"]["Enums"]["message_about"]
          body?: string
          email?: string
          found_in?: never
          id?: string
          is_answered?: boolean
          newest_at?: string
          open_since?: string | null
          place?: never
          remind_on?: string | null
          reminder_note?: string | null
          sender_name?: string
          words?: string
        }
        Relationships: []
      }
      contact_messages: {
        Row: {
          about: Database["public"]["Enums"]["message_about"] | null
          author_id: string | null
          body: string
          conversation_id: string
          created_at: string
          email_id: string | null
          id: string
          is_reply: boolean
          sender_name: string | null
          sent_at: string | null
        }
        Insert: {
          about?: Database["public"]["Enums"]["message_about"] | null
          author_id?: string | null
          body: string
          conversation_id: string
          created_at?: string
          email_id?: string | null
          id?: string
          is_reply?: boolean
          sender_name?: string | null
          sent_at?: string | null
        }
        Update: {
          about?: Database["public"]["Enums"]["message_about"] | null
          author_id?: string | null
          body?: string
          conversation_id?: string
          created_at?: string
          email_id?: string | null
          id?: string
          is_reply?: boolean
          sender_name?: string | null
          sent_at?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "contact_messages_conversation_id_fkey"
            columns: ["conversation_id"]
            referencedRelation: "contact_conversations"
            referencedColumns: ["id"]
          },
        ]
      }
      courses: {
        Row: {
          category: string
          created_at: string
          deleted_at: string | null
          description: string | null
          duration_weeks: number | null
          id: string
          instructor_name: string | null
          is_sample: boolean
          price: number
          publish_at: string | null
          shown_before: string | null
          status: string
          title: string
          updated_at: string
          whatsapp_link: string | null
        }
        Insert: {
          category: string
          created_at?: string
          deleted_at?: string | null
          description?: string | null
          duration_weeks?: number | null
          id?: string
          instructor_name?: string | null
          is_sample?: boolean
          price?: number
          publish_at?: string | null
          shown_before?: string | null
          status?: string
          title: string
          updated_at?: string
          whatsapp_link?: string | null
        }
        Update: {
          category?: string
          created_at?: string
          deleted_at?: string | null
          description?: string | null
          duration_weeks?: number | null
          id?: string
          instructor_name?: string | null
          is_sample?: boolean
          price?: number
          publish_at?: string | null
          shown_before?: string | null
          status?: string
          title?: string
          updated_at?: string
          whatsapp_link?: string | null
        }
        Relationships: []
      }
      curriculum_courses: {
        Row: {
          code: string
          code_and_title: string | null
          created_at: string
          deleted_at: string | null
          id: string
          level: string
          programme: string
          subjects: string
          title: string
          updated_at: string
        }
        Insert: {
          code?: string
          code_and_title?: never
          created_at?: string
          deleted_at?: string | null
          id?: string
          level?: string
          programme: string
          subjects: string
          title: string
          updated_at?: string
        }
        Update: {
          code?: string
          code_and_title?: never
          created_at?: string
          deleted_at?: string | null
          id?: string
          level?: string
          programme?: string
          subjects?: string
          title?: string
          updated_at?: string
        }
        Relationships: []
      }
      discount_codes: {
        Row: {
          amount: number
          category: string | null
          code: string
          created_at: string
          deleted_at: string | null
          first_day: string | null
          id: string
          is_stopped: boolean
          kind: string
          last_day: string | null
          material_ids: string[]
          max_uses: number | null
          profile_id: string | null
          updated_at: string
          works: string
        }
        Insert: {
          amount: number
          category?: string | null
          code: string
          created_at?: string
          deleted_at?: string | null
          first_day?: string | null
          id?: string
          is_stopped?: boolean
          kind: string
          last_day?: string | null
          material_ids?: string[]
          max_uses?: number | null
          profile_id?: string | null
          updated_at?: string
          works?: string
        }
        Update: {
          amount?: number
          category?: string | null
          code?: string
          created_at?: string
          deleted_at?: string | null
          first_day?: string | null
          id?: string
          is_stopped?: boolean
          kind?: string
          last_day?: string | null
          material_ids?: string[]
          max_uses?: number | null
          profile_id?: string | null
          updated_at?: string
          works?: string
        }
        Relationships: [
          {
            foreignKeyName: "discount_codes_profile_id_fkey"
            columns: ["profile_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      drive_copies: {
        Row: {
          attempts: number
          copied_at: string | null
          created_at: string
          drive_reference: string | null
          file_path: string
          last_error: string | null
          next_attempt_at: string
          updated_at: string
          upload_id: string
        }
        Insert: {
          attempts?: number
          copied_at?: string | null
          created_at?: string
          drive_reference?: string | null
          file_path: string
          last_error?: string | null
          next_attempt_at?: string
          updated_at?: string
          upload_id: string
        }
        Update: {
          attempts?: number
          copied_at?: string | null
          created_at?: string
          drive_reference?: string | null
          file_path?: string
          last_error?: string | null
          next_attempt_at?: string
          updated_at?: string
          upload_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "drive_copies_upload_id_fkey"
            columns: ["upload_id"]
            referencedRelation: "material_uploads"
            referencedColumns: ["id"]
          },
        ]
      }
      faq_questions: {
        Row: {
          answer: string
          created_at: string
          deleted_at: string | null
          id: string
          part: string
          place: number
          published_at: string | null
          question: string
          shown_before: string | null
          updated_at: string
        }
        Insert: {
          answer: string
          created_at?: string
          deleted_at?: string | null
          id?: string
          part: string
          place?: number
          published_at?: string | null
          question: string
          shown_before?: string | null
          updated_at?: string
        }
        Update: {
          answer?: string
          created_at?: string
          deleted_at?: string | null
          id?: string
          part?: string
          place?: number
          published_at?: string | null
          question?: string
          shown_before?: string | null
          updated_at?: string
        }
        Relationships: []
      }
      file_removals: {
        Row: {
          attempts: number
          created_at: string
          id: string
          last_error: string | null
          next_attempt_at: string
          path: string
          place: string
          updated_at: string
        }
        Insert: {
          attempts?: number
          created_at?: string
          id?: string
          last_error?: string | null
          next_attempt_at?: string
          path: string
          place: string
          updated_at?: string
        }
        Update: {
          attempts?: number
          created_at?: string
          id?: string
          last_error?: string | null
          next_attempt_at?: string
          path?: string
          place?: string
          updated_at?: string
        }
        Relationships: []
      }
      former_slugs: {
        Row: {
          created_at: string
          id: string
          material_id: string | null
          post_id: string | null
          slug: string
        }
        Insert: {
          created_at?: string
          id?: string
          material_id?: string | null
          post_id?: string | null
          slug: string
        }
        Update: {
          created_at?: string
          id?: string
          material_id?: string | null
          post_id?: string | null
          slug?: string
        }
        Relationships: [
          {
            foreignKeyName: "former_slugs_material_id_fkey"
            columns: ["material_id"]
            referencedRelation: "research_materials"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "former_slugs_post_id_fkey"
            columns: ["post_id"]
            referencedRelation: "blog_posts"
            referencedColumns: ["id"]
          },
        ]
      }
      judged_searches: {
        Row: {
          kind: string
          plain: string
          relevant: NonNullable<Json>
          stems: string[]
          words: string
        }
        Insert: {
          kind: string
          plain?: string
          relevant: NonNullable<Json>
          stems?: string[]
          words: string
        }
        Update: {
          kind?: string
          plain?: string
          relevant?: NonNullable<Json>
          stems?: string[]
          words?: string
        }
        Relationships: []
      }
      material_comments: {
        Row: {
          author_name: string
          author_school: string
          body: string
          comment_status: string
          created_at: string
          has_bought: boolean
          id: string
          material_id: string
          profile_id: string | null
          stars: number | null
          updated_at: string
        }
        Insert: {
          author_name?: string
          author_school?: string
          body: string
          comment_status?: string
          created_at?: string
          has_bought?: boolean
          id?: string
          material_id: string
          profile_id?: string | null
          stars?: number | null
          updated_at?: string
        }
        Update: {
          author_name?: string
          author_school?: string
          body?: string
          comment_status?: string
          created_at?: string
          has_bought?: boolean
          id?: string
          material_id?: string
          profile_id?: string | null
          stars?: number | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "material_comments_material_id_fkey"
            columns: ["material_id"]
            referencedRelation: "research_materials"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "material_comments_profile_id_fkey"
            columns: ["profile_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      material_shares: {
        Row: {
          created_at: string
          material_id: string
          notified_on_sale_at: string | null
          profile_id: string | null
          share_percent: number
          updated_at: string
          upload_id: string | null
        }
        Insert: {
          created_at?: string
          material_id: string
          notified_on_sale_at?: string | null
          profile_id?: string | null
          share_percent?: number
          updated_at?: string
          upload_id?: string | null
        }
        Update: {
          created_at?: string
          material_id?: string
          notified_on_sale_at?: string | null
          profile_id?: string | null
          share_percent?: number
          updated_at?: string
          upload_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "material_shares_material_id_fkey"
            columns: ["material_id"]
            referencedRelation: "research_materials"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "material_shares_profile_id_fkey"
            columns: ["profile_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "material_shares_upload_id_fkey"
            columns: ["upload_id"]
            referencedRelation: "material_uploads"
            referencedColumns: ["id"]
          },
        ]
      }
      material_uploads: {
        Row: {
          answered_at: string | null
          category: string
          created_at: string
          description: string | null
          design: string | null
          file_changed_at: string | null
          file_checked_at: string | null
          file_fits: boolean | null
          file_name: string
          file_path: string
          file_removal_due: string | null
          file_removed_at: string | null
          file_replaced_at: string | null
          file_sha256: string | null
          format: string
          id: string
          idempotency_key: string | null
          instrument: string | null
          noted_at: string | null
          pages: number | null
          population_and_sample: string | null
          programme: string | null
          proposed_price: number
          review_notes: string | null
          subject_area: string | null
          terms_agreed_at: string | null
          terms_version: string | null
          title: string
          updated_at: string
          upload_status: string
          user_id: string
          waiting_since: string | null
          wished_price: number | null
          year_of_study: number | null
        }
        Insert: {
          answered_at?: string | null
          category: string
          created_at?: string
          description?: string | null
          design?: string | null
          file_changed_at?: string | null
          file_checked_at?: string | null
          file_fits?: boolean | null
          file_name: string
          file_path: string
          file_removal_due?: string | null
          file_removed_at?: string | null
          file_replaced_at?: string | null
          file_sha256?: string | null
          format: string
          id?: string
          idempotency_key?: string | null
          instrument?: string | null
          noted_at?: string | null
          pages?: number | null
          population_and_sample?: string | null
          programme?: string | null
          proposed_price?: number
          review_notes?: string | null
          subject_area?: string | null
          terms_agreed_at?: string | null
          terms_version?: string | null
          title: string
          updated_at?: string
          upload_status?: string
          user_id: string
          waiting_since?: never
          wished_price?: number | null
          year_of_study?: number | null
        }
        Update: {
          answered_at?: string | null
          category?: string
          created_at?: string
          description?: string | null
          design?: string | null
          file_changed_at?: string | null
          file_checked_at?: string | null
          file_fits?: boolean | null
          file_name?: string
          file_path?: string
          file_removal_due?: string | null
          file_removed_at?: string | null
          file_replaced_at?: string | null
          file_sha256?: string | null
          format?: string
          id?: string
          idempotency_key?: string | null
          instrument?: string | null
          noted_at?: string | null
          pages?: number | null
          population_and_sample?: string | null
          programme?: string | null
          proposed_price?: number
          review_notes?: string | null
          subject_area?: string | null
          terms_agreed_at?: string | null
          terms_version?: string | null
          title?: string
          updated_at?: string
          upload_status?: string
          user_id?: string
          waiting_since?: never
          wished_price?: number | null
          year_of_study?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "material_uploads_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      missed_searches: {
        Row: {
          examined_at: string | null
          kind: string
          visitors: number
          week: string
          words: string
        }
        Insert: {
          examined_at?: string | null
          kind: string
          visitors?: number
          week: string
          words: string
        }
        Update: {
          examined_at?: string | null
          kind?: string
          visitors?: number
          week?: string
          words?: string
        }
        Relationships: []
      }
      newsletters: {
        Row: {
          body: string
          created_at: string
          deleted_at: string | null
          finished_at: string | null
          id: string
          paused_at: string | null
          started_at: string | null
          subject: string
          updated_at: string
        }
        Insert: {
          body: string
          created_at?: string
          deleted_at?: string | null
          finished_at?: string | null
          id?: string
          paused_at?: string | null
          started_at?: string | null
          subject: string
          updated_at?: string
        }
        Update: {
          body?: string
          created_at?: string
          deleted_at?: string | null
          finished_at?: string | null
          id?: string
          paused_at?: string | null
          started_at?: string | null
          subject?: string
          updated_at?: string
        }
        Relationships: []
      }
      outbox: {
        Row: {
          attempts: number
          created_at: string
          dead_at: string | null
          details: NonNullable<Json>
          id: string
          last_error: string | null
          next_attempt_at: string
          order_id: string | null
          profile_id: string | null
          recipient: string
          sent_at: string | null
          template: string
          updated_at: string
        }
        Insert: {
          attempts?: number
          created_at?: string
          dead_at?: string | null
          details?: NonNullable<Json>
          id?: string
          last_error?: string | null
          next_attempt_at?: string
          order_id?: string | null
          profile_id?: string | null
          recipient: string
          sent_at?: string | null
          template: string
          updated_at?: string
        }
        Update: {
          attempts?: number
          created_at?: string
          dead_at?: string | null
          details?: NonNullable<Json>
          id?: string
          last_error?: string | null
          next_attempt_at?: string
          order_id?: string | null
          profile_id?: string | null
          recipient?: string
          sent_at?: string | null
          template?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "outbox_profile_id_fkey"
            columns: ["profile_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      payout_holds: {
        Row: {
          created_at: string
          id: string
          lifted_at: string | null
          payout_id: string | null
          profile_id: string
          reason: string
          updated_at: string
        }
        Insert: {
          created_at?: string
          id?: string
          lifted_at?: string | null
          payout_id?: string | null
          profile_id: string
          reason: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          id?: string
          lifted_at?: string | null
          payout_id?: string | null
          profile_id?: string
          reason?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "payout_holds_payout_id_fkey"
            columns: ["payout_id"]
            referencedRelation: "payouts"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "payout_holds_profile_id_fkey"
            columns: ["profile_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      payout_runs: {
        Row: {
          confirmed_at: string
          confirmed_by: string | null
          created_at: string
          id: string
          idempotency_key: string
          is_sample: boolean
          payouts: number
          run_day: string
          total_kobo: number
        }
        Insert: {
          confirmed_at: string
          confirmed_by?: string | null
          created_at?: string
          id?: string
          idempotency_key: string
          is_sample?: boolean
          payouts: number
          run_day: string
          total_kobo: number
        }
        Update: {
          confirmed_at?: string
          confirmed_by?: string | null
          created_at?: string
          id?: string
          idempotency_key?: string
          is_sample?: boolean
          payouts?: number
          run_day?: string
          total_kobo?: number
        }
        Relationships: []
      }
      payout_steps: {
        Row: {
          actor_id: string | null
          created_at: string
          done_at: string
          note: string
          payout_id: string
          step: string
        }
        Insert: {
          actor_id?: string | null
          created_at?: string
          done_at: string
          note?: string
          payout_id: string
          step: string
        }
        Update: {
          actor_id?: string | null
          created_at?: string
          done_at?: string
          note?: string
          payout_id?: string
          step?: string
        }
        Relationships: [
          {
            foreignKeyName: "payout_steps_payout_id_fkey"
            columns: ["payout_id"]
            referencedRelation: "payouts"
            referencedColumns: ["id"]
          },
        ]
      }
      payouts: {
        Row: {
          amount_kobo: number
          created_at: string
          id: string
          is_sample: boolean
          profile_id: string
          run_id: string
          transaction_id: number
        }
        Insert: {
          amount_kobo: number
          created_at?: string
          id?: string
          is_sample?: boolean
          profile_id: string
          run_id: string
          transaction_id: number
        }
        Update: {
          amount_kobo?: number
          created_at?: string
          id?: string
          is_sample?: boolean
          profile_id?: string
          run_id?: string
          transaction_id?: number
        }
        Relationships: [
          {
            foreignKeyName: "payouts_profile_id_fkey"
            columns: ["profile_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "payouts_run_id_fkey"
            columns: ["run_id"]
            referencedRelation: "payout_runs"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "payouts_transaction_id_fkey"
            columns: ["transaction_id"]
            referencedRelation: "book_transactions"
            referencedColumns: ["id"]
          },
        ]
      }
      product_rules: {
        Row: {
          created_at: string
          material_id: string | null
          product_words: string
          provider: string
        }
        Insert: {
          created_at?: string
          material_id?: string | null
          product_words: string
          provider: string
        }
        Update: {
          created_at?: string
          material_id?: string | null
          product_words?: string
          provider?: string
        }
        Relationships: [
          {
            foreignKeyName: "product_rules_material_id_fkey"
            columns: ["material_id"]
            referencedRelation: "research_materials"
            referencedColumns: ["id"]
          },
        ]
      }
      profiles: {
        Row: {
          admin_roles: string[]
          avatar_url: string | null
          course_of_study: string | null
          created_at: string
          deleted_at: string | null
          first_name: string
          id: string
          Institition: string | null
          last_name: string
          named_on_works: boolean
          phone_number: string | null
          total_earnings: number
          updated_at: string
          user_id: string | null
          user_type: string
          year_of_study: number | null
        }
        Insert: {
          admin_roles?: string[]
          avatar_url?: string | null
          course_of_study?: string | null
          created_at?: string
          deleted_at?: string | null
          first_name?: string
          id?: string
          Institition?: string | null
          last_name?: string
          named_on_works?: boolean
          phone_number?: string | null
          total_earnings?: number
          updated_at?: string
          user_id?: string | null
          user_type?: string
          year_of_study?: number | null
        }
        Update: {
          admin_roles?: string[]
          avatar_url?: string | null
          course_of_study?: string | null
          created_at?: string
          deleted_at?: string | null
          first_name?: string
          id?: string
          Institition?: string | null
          last_name?: string
          named_on_works?: boolean
          phone_number?: string | null
          total_earnings?: number
          updated_at?: string
          user_id?: string | null
          user_type?: string
          year_of_study?: number | null
        }
        Relationships: []
      }
      profiles_bank_details: {
        Row: {
          account_name: string | null
          account_number: string | null
          bank_name: string | null
          changed_at: string | null
          created_at: string
          profile_id: string
          updated_at: string
        }
        Insert: {
          account_name?: string | null
          account_number?: string | null
          bank_name?: string | null
          changed_at?: string | null
          created_at?: string
          profile_id: string
          updated_at?: string
        }
        Update: {
          account_name?: string | null
          account_number?: string | null
          bank_name?: string | null
          changed_at?: string | null
          created_at?: string
          profile_id?: string
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "profiles_bank_details_profile_id_fkey"
            columns: ["profile_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      refunds: {
        Row: {
          amount_kobo: number
          created_at: string
          event_key: string
          id: string
          in_time: boolean
          is_sample: boolean
          reason: string
          rep_back_kobo: number
          sale_id: string
          share_back_kobo: number
          written_at: string
        }
        Insert: {
          amount_kobo: number
          created_at?: string
          event_key: string
          id?: string
          in_time: boolean
          is_sample?: boolean
          reason?: string
          rep_back_kobo?: number
          sale_id: string
          share_back_kobo: number
          written_at: string
        }
        Update: {
          amount_kobo?: number
          created_at?: string
          event_key?: string
          id?: string
          in_time?: boolean
          is_sample?: boolean
          reason?: string
          rep_back_kobo?: number
          sale_id?: string
          share_back_kobo?: number
          written_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "refunds_sale_id_fkey"
            columns: ["sale_id"]
            referencedRelation: "sales"
            referencedColumns: ["id"]
          },
        ]
      }
      reports: {
        Row: {
          comment_id: string | null
          created_at: string
          id: string
          material_id: string | null
          note: string | null
          outcome: string | null
          profile_id: string | null
          reason: string
          settled_at: string | null
          settled_by: string | null
          target: string | null
          unpublished_from: string | null
          updated_at: string
          words: string
        }
        Insert: {
          comment_id?: string | null
          created_at?: string
          id?: string
          material_id?: string | null
          note?: string | null
          outcome?: string | null
          profile_id?: string | null
          reason: string
          settled_at?: string | null
          settled_by?: string | null
          target?: never
          unpublished_from?: string | null
          updated_at?: string
          words?: string
        }
        Update: {
          comment_id?: string | null
          created_at?: string
          id?: string
          material_id?: string | null
          note?: string | null
          outcome?: string | null
          profile_id?: string | null
          reason?: string
          settled_at?: string | null
          settled_by?: string | null
          target?: never
          unpublished_from?: string | null
          updated_at?: string
          words?: string
        }
        Relationships: [
          {
            foreignKeyName: "reports_comment_id_fkey"
            columns: ["comment_id"]
            referencedRelation: "material_comments"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "reports_material_id_fkey"
            columns: ["material_id"]
            referencedRelation: "research_materials"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "reports_profile_id_fkey"
            columns: ["profile_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      research_materials: {
        Row: {
          abstract: string | null
          analysis: string | null
          bundle_size: number | null
          category: string
          chapter_one_preview: string | null
          created_at: string
          deleted_at: string | null
          design: string | null
          file_date: string | null
          file_size: number | null
          format: string | null
          full_contents: string[] | null
          id: string
          inside: string[] | null
          instrument: string | null
          instrument_included: boolean | null
          is_sample: boolean
          list_category: string
          may_adapt: boolean
          newest_reference_year: number | null
          origin: string | null
          page_pictures: string[] | null
          pages: number | null
          population_and_sample: string | null
          preview_section: string | null
          price: number
          programme: string | null
          publish_at: string | null
          published_at: string | null
          rating: number
          reference_count: number | null
          selar_link: string | null
          shown_before: string | null
          slug: string
          sold_here: boolean
          subject_area: string
          title: string
          title_and_subject: string | null
          updated_at: string
          withheld_from: string | null
          year_of_study: number | null
        }
        Insert: {
          abstract?: string | null
          analysis?: string | null
          bundle_size?: number | null
          category: string
          chapter_one_preview?: string | null
          created_at?: string
          deleted_at?: string | null
          design?: string | null
          file_date?: string | null
          file_size?: number | null
          format?: string | null
          full_contents?: string[] | null
          id?: string
          inside?: string[] | null
          instrument?: string | null
          instrument_included?: boolean | null
          is_sample?: boolean
          list_category?: never
          may_adapt?: boolean
          newest_reference_year?: number | null
          origin?: string | null
          page_pictures?: string[] | null
          pages?: number | null
          population_and_sample?: string | null
          preview_section?: string | null
          price?: number
          programme?: string | null
          publish_at?: string | null
          published_at?: string | null
          rating?: number
          reference_count?: number | null
          selar_link?: string | null
          shown_before?: string | null
          slug: string
          sold_here?: boolean
          subject_area?: string
          title: string
          title_and_subject?: never
          updated_at?: string
          withheld_from?: string | null
          year_of_study?: number | null
        }
        Update: {
          abstract?: string | null
          analysis?: string | null
          bundle_size?: number | null
          category?: string
          chapter_one_preview?: string | null
          created_at?: string
          deleted_at?: string | null
          design?: string | null
          file_date?: string | null
          file_size?: number | null
          format?: string | null
          full_contents?: string[] | null
          id?: string
          inside?: string[] | null
          instrument?: string | null
          instrument_included?: boolean | null
          is_sample?: boolean
          list_category?: never
          may_adapt?: boolean
          newest_reference_year?: number | null
          origin?: string | null
          page_pictures?: string[] | null
          pages?: number | null
          population_and_sample?: string | null
          preview_section?: string | null
          price?: number
          programme?: string | null
          publish_at?: string | null
          published_at?: string | null
          rating?: number
          reference_count?: number | null
          selar_link?: string | null
          shown_before?: string | null
          slug?: string
          sold_here?: boolean
          subject_area?: string
          title?: string
          title_and_subject?: never
          updated_at?: string
          withheld_from?: string | null
          year_of_study?: number | null
        }
        Relationships: []
      }
      sale_columns: {
        Row: {
          columns: NonNullable<Json>
          created_at: string
          provider: string
          updated_at: string
        }
        Insert: {
          columns: NonNullable<Json>
          created_at?: string
          provider: string
          updated_at?: string
        }
        Update: {
          columns?: NonNullable<Json>
          created_at?: string
          provider?: string
          updated_at?: string
        }
        Relationships: []
      }
      sales: {
        Row: {
          attempt: number
          author_off_kobo: number
          clears_at: string
          created_at: string
          currency: string
          fee_is_estimate: boolean
          fee_kobo: number
          gross_kobo: number
          id: string
          is_sample: boolean
          material_id: string
          order_reference: string
          paid_at: string
          profile_id: string | null
          provider: string
          rep_kobo: number
          rep_percent: number
          rep_profile_id: string | null
          share_basis: string
          share_kobo: number
          share_percent: number
          source: Database["public"]["Enums"]["sale_source"]
          title: string
          written_at: string
        }
        Insert: {
          attempt?: number
          author_off_kobo?: number
          clears_at: string
          created_at?: string
          currency?: string
          fee_is_estimate?: boolean
          fee_kobo: number
          gross_kobo: number
          id?: string
          is_sample?: boolean
          material_id: string
          order_reference: string
          paid_at: string
          profile_id?: string | null
          provider: string
          rep_kobo?: number
          rep_percent?: number
          rep_profile_id?: string | null
          share_basis: string
          share_kobo: number
          share_percent: number
          source: Database["public"]["Enums"]["sale_source"]
          title: string
          written_at: string
        }
        Update: {
          attempt?: number
          author_off_kobo?: number
          clears_at?: string
          created_at?: string
          currency?: string
          fee_is_estimate?: boolean
          fee_kobo?: number
          gross_kobo?: number
          id?: string
          is_sample?: boolean
          material_id?: string
          order_reference?: string
          paid_at?: string
          profile_id?: string | null
          provider?: string
          rep_kobo?: number
          rep_percent?: number
          rep_profile_id?: string | null
          share_basis?: string
          share_kobo?: number
          share_percent?: number
          source?: Database["public"]["Enums"]["sale_source"]
          title?: string
          written_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "sales_material_id_fkey"
            columns: ["material_id"]
            referencedRelation: "research_materials"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "sales_profile_id_fkey"
            columns: ["profile_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "sales_rep_profile_id_fkey"
            columns: ["rep_profile_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      saved_replies: {
        Row: {
          body: string
          created_at: string
          deleted_at: string | null
          found_in: string | null
          id: string
          name: string
          updated_at: string
        }
        Insert: {
          body: string
          created_at?: string
          deleted_at?: string | null
          found_in?: never
          id?: string
          name: string
          updated_at?: string
        }
        Update: {
          body?: string
          created_at?: string
          deleted_at?: string | null
          found_in?: never
          id?: string
          name?: string
          updated_at?: string
        }
        Relationships: []
      }
      saved_works: {
        Row: {
          material_id: string
          place: number
          profile_id: string
          saved_at: string
        }
        Insert: {
          material_id: string
          place?: never
          profile_id?: string
          saved_at?: string
        }
        Update: {
          material_id?: string
          place?: never
          profile_id?: string
          saved_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "saved_works_material_id_fkey"
            columns: ["material_id"]
            referencedRelation: "research_materials"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "saved_works_profile_id_fkey"
            columns: ["profile_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      settings: {
        Row: {
          created_at: string
          group_name: string
          setting_key: string
          setting_value: string
          updated_at: string
        }
        Insert: {
          created_at?: string
          group_name: string
          setting_key: string
          setting_value: string
          updated_at?: string
        }
        Update: {
          created_at?: string
          group_name?: string
          setting_key?: string
          setting_value?: string
          updated_at?: string
        }
        Relationships: []
      }
      testimonials: {
        Row: {
          content: string
          created_at: string
          deleted_at: string | null
          id: string
          image_alt: string | null
          image_url: string | null
          is_sample: boolean
          name: string
          place: number
          published_at: string | null
          rating: number
          shown_before: string | null
          university: string
          updated_at: string
          year: string
        }
        Insert: {
          content: string
          created_at?: string
          deleted_at?: string | null
          id?: string
          image_alt?: string | null
          image_url?: string | null
          is_sample?: boolean
          name: string
          place?: number
          published_at?: string | null
          rating?: number
          shown_before?: string | null
          university?: string
          updated_at?: string
          year?: string
        }
        Update: {
          content?: string
          created_at?: string
          deleted_at?: string | null
          id?: string
          image_alt?: string | null
          image_url?: string | null
          is_sample?: boolean
          name?: string
          place?: number
          published_at?: string | null
          rating?: number
          shown_before?: string | null
          university?: string
          updated_at?: string
          year?: string
        }
        Relationships: []
      }
      thesaurus: {
        Row: {
          both_ways: boolean
          created_at: string
          deleted_at: string | null
          id: string
          meaning: string
          sort: string
          source: string
          term: string
          term_and_meaning: string | null
          updated_at: string
        }
        Insert: {
          both_ways?: boolean
          created_at?: string
          deleted_at?: string | null
          id?: string
          meaning: string
          sort?: string
          source?: string
          term: string
          term_and_meaning?: never
          updated_at?: string
        }
        Update: {
          both_ways?: boolean
          created_at?: string
          deleted_at?: string | null
          id?: string
          meaning?: string
          sort?: string
          source?: string
          term?: string
          term_and_meaning?: never
          updated_at?: string
        }
        Relationships: []
      }
      thesaurus_proposals: {
        Row: {
          created_at: string
          decided_at: string | null
          id: string
          kind: string
          meaning: string
          reason: Database["public"]["Enums"]["proposal_reason"]
          sort: string
          state: Database["public"]["Enums"]["proposal_state"]
          term: string
          words: string
        }
        Insert: {
          created_at?: string
          decided_at?: string | null
          id?: string
          kind: string
          meaning: string
          reason: Database["public"]["Enums"]["proposal_reason"]
          sort: string
          state?: Database["public"]["Enums"]["proposal_state"]
          term: string
          words: string
        }
        Update: {
          created_at?: string
          decided_at?: string | null
          id?: string
          kind?: string
          meaning?: string
          reason?: Database["public"]["Enums"]["proposal_reason"]
          sort?: string
          state?: Database["public"]["Enums"]["proposal_state"]
          term?: string
          words?: string
        }
        Relationships: []
      }
      topic_imports: {
        Row: {
          added: number
          added_ids: string[]
          admin_id: string
          before: Json | null
          changed: number
          created_at: string
          file_name: string
          id: string
          put_back: number
          undone_at: string | null
        }
        Insert: {
          added: number
          added_ids: string[]
          admin_id: string
          before?: Json | null
          changed: number
          created_at?: string
          file_name: string
          id?: string
          put_back: number
          undone_at?: string | null
        }
        Update: {
          added?: number
          added_ids?: string[]
          admin_id?: string
          before?: Json | null
          changed?: number
          created_at?: string
          file_name?: string
          id?: string
          put_back?: number
          undone_at?: string | null
        }
        Relationships: []
      }
      topic_requests: {
        Row: {
          answer: string | null
          answered_at: string | null
          contact: string | null
          created_at: string
          deadline: string | null
          id: string
          material_id: string | null
          programme: string | null
          request_status: string
          specialty: string | null
          topic: string
          updated_at: string
          user_id: string
        }
        Insert: {
          answer?: string | null
          answered_at?: string | null
          contact?: string | null
          created_at?: string
          deadline?: string | null
          id?: string
          material_id?: string | null
          programme?: string | null
          request_status?: string
          specialty?: string | null
          topic: string
          updated_at?: string
          user_id: string
        }
        Update: {
          answer?: string | null
          answered_at?: string | null
          contact?: string | null
          created_at?: string
          deadline?: string | null
          id?: string
          material_id?: string | null
          programme?: string | null
          request_status?: string
          specialty?: string | null
          topic?: string
          updated_at?: string
          user_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "topic_requests_material_id_fkey"
            columns: ["material_id"]
            referencedRelation: "research_materials"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "topic_requests_user_id_fkey"
            columns: ["user_id"]
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      topics_directory: {
        Row: {
          created_at: string
          deleted_at: string | null
          description: string | null
          found_in: string | null
          id: string
          is_sample: boolean
          programmes: string[]
          subject_area: string
          topic: string
          unique_selling_point: string | null
          updated_at: string
        }
        Insert: {
          created_at?: string
          deleted_at?: string | null
          description?: string | null
          found_in?: never
          id?: string
          is_sample?: boolean
          programmes?: never
          subject_area?: string
          topic: string
          unique_selling_point?: string | null
          updated_at?: string
        }
        Update: {
          created_at?: string
          deleted_at?: string | null
          description?: string | null
          found_in?: never
          id?: string
          is_sample?: boolean
          programmes?: never
          subject_area?: string
          topic?: string
          unique_selling_point?: string | null
          updated_at?: string
        }
        Relationships: []
      }
      ui_content: {
        Row: {
          content_key: string
          content_value: string
          created_at: string
          page_section: string
          updated_at: string
        }
        Insert: {
          content_key: string
          content_value: string
          created_at?: string
          page_section: string
          updated_at?: string
        }
        Update: {
          content_key?: string
          content_value?: string
          created_at?: string
          page_section?: string
          updated_at?: string
        }
        Relationships: []
      }
      unmatched_sales: {
        Row: {
          created_at: string
          currency: string
          fee_kobo: number | null
          gross_kobo: number
          id: string
          order_reference: string
          outcome: string | null
          paid_at: string
          product: string
          product_words: string
          provider: string
          sale_id: string | null
          settled_at: string | null
          source: Database["public"]["Enums"]["sale_source"]
        }
        Insert: {
          created_at?: string
          currency: string
          fee_kobo?: number | null
          gross_kobo: number
          id?: string
          order_reference: string
          outcome?: string | null
          paid_at: string
          product?: string
          product_words?: string
          provider: string
          sale_id?: string | null
          settled_at?: string | null
          source: Database["public"]["Enums"]["sale_source"]
        }
        Update: {
          created_at?: string
          currency?: string
          fee_kobo?: number | null
          gross_kobo?: number
          id?: string
          order_reference?: string
          outcome?: string | null
          paid_at?: string
          product?: string
          product_words?: string
          provider?: string
          sale_id?: string | null
          settled_at?: string | null
          source?: Database["public"]["Enums"]["sale_source"]
        }
        Relationships: [
          {
            foreignKeyName: "unmatched_sales_sale_id_fkey"
            columns: ["sale_id"]
            referencedRelation: "sales"
            referencedColumns: ["id"]
          },
        ]
      }
      upload_messages: {
        Row: {
          body: string
          created_at: string
          from_reviewer: boolean
          id: string
          upload_id: string
        }
        Insert: {
          body: string
          created_at?: string
          from_reviewer: boolean
          id?: string
          upload_id: string
        }
        Update: {
          body?: string
          created_at?: string
          from_reviewer?: boolean
          id?: string
          upload_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "upload_messages_upload_id_fkey"
            columns: ["upload_id"]
            referencedRelation: "material_uploads"
            referencedColumns: ["id"]
          },
        ]
      }
      upload_reviews: {
        Row: {
          chapters_complete: boolean
          created_at: string
          decided_at: string | null
          decided_by: string | null
          file_bytes: number | null
          file_path: string | null
          file_sha256: string | null
          first_chapter: string | null
          headings: NonNullable<Json>
          no_names: boolean
          opens: boolean
          own_work: boolean
          pages: number | null
          read_at: string | null
          reading_note: string | null
          same_file: boolean
          study_details: NonNullable<Json>
          title_words: string
          updated_at: string
          upload_id: string
          version: number
          words: number | null
        }
        Insert: {
          chapters_complete?: boolean
          created_at?: string
          decided_at?: string | null
          decided_by?: string | null
          file_bytes?: number | null
          file_path?: string | null
          file_sha256?: string | null
          first_chapter?: string | null
          headings?: NonNullable<Json>
          no_names?: boolean
          opens?: boolean
          own_work?: boolean
          pages?: number | null
          read_at?: string | null
          reading_note?: string | null
          same_file?: boolean
          study_details?: NonNullable<Json>
          title_words: string
          updated_at?: string
          upload_id: string
          version?: number
          words?: number | null
        }
        Update: {
          chapters_complete?: boolean
          created_at?: string
          decided_at?: string | null
          decided_by?: string | null
          file_bytes?: number | null
          file_path?: string | null
          file_sha256?: string | null
          first_chapter?: string | null
          headings?: NonNullable<Json>
          no_names?: boolean
          opens?: boolean
          own_work?: boolean
          pages?: number | null
          read_at?: string | null
          reading_note?: string | null
          same_file?: boolean
          study_details?: NonNullable<Json>
          title_words?: string
          updated_at?: string
          upload_id?: string
          version?: number
          words?: number | null
        }
        Relationships: [
          {
            foreignKeyName: "upload_reviews_upload_id_fkey"
            columns: ["upload_id"]
            referencedRelation: "material_uploads"
            referencedColumns: ["id"]
          },
        ]
      }
      views_and_clicks: {
        Row: {
          begun: number
          clicks: number
          day: string
          material_id: string
          source: Database["public"]["Enums"]["visit_source"]
          views: number
        }
        Insert: {
          begun?: number
          clicks?: number
          day: string
          material_id: string
          source?: Database["public"]["Enums"]["visit_source"]
          views?: number
        }
        Update: {
          begun?: number
          clicks?: number
          day?: string
          material_id?: string
          source?: Database["public"]["Enums"]["visit_source"]
          views?: number
        }
        Relationships: [
          {
            foreignKeyName: "views_and_clicks_material_id_fkey"
            columns: ["material_id"]
            referencedRelation: "research_materials"
            referencedColumns: ["id"]
          },
        ]
      }
      writing_services: {
        Row: {
          base_price: string | null
          benefits: string | null
          contact_link: string | null
          created_at: string
          deleted_at: string | null
          id: string
          is_sample: boolean
          publish_at: string | null
          published_at: string | null
          rating: number
          service_description: string | null
          service_name: string
          service_type: string
          shown_before: string | null
          specializations: string | null
          turnover_time: string | null
          updated_at: string
        }
        Insert: {
          base_price?: string | null
          benefits?: string | null
          contact_link?: string | null
          created_at?: string
          deleted_at?: string | null
          id?: string
          is_sample?: boolean
          publish_at?: string | null
          published_at?: string | null
          rating?: number
          service_description?: string | null
          service_name: string
          service_type: string
          shown_before?: string | null
          specializations?: string | null
          turnover_time?: string | null
          updated_at?: string
        }
        Update: {
          base_price?: string | null
          benefits?: string | null
          contact_link?: string | null
          created_at?: string
          deleted_at?: string | null
          id?: string
          is_sample?: boolean
          publish_at?: string | null
          published_at?: string | null
          rating?: number
          service_description?: string | null
          service_name?: string
          service_type?: string
          shown_before?: string | null
          specializations?: string | null
          turnover_time?: string | null
          updated_at?: string
        }
        Relationships: []
      }
    }
    Views: {
      [_ in never]: never
    }
    Functions: {
      accept_admin_invitation: {
        Args: { account: string; token: string }
        Returns: boolean
      }
      accept_app_code: {
        Args: { account: string; factor: string; session: string; step: number }
        Returns: boolean
      }
      accept_duplicate_payment: { Args: { of_order: string }; Returns: boolean }
      accept_passkey: {
        Args: {
          account: string
          factor: string
          new_count: number
          session: string
        }
        Returns: boolean
      }
      accept_recovery_code: {
        Args: { account: string; hash: string; session: string }
        Returns: boolean
      }
      account_details: {
        Args: { profile: string }
        Returns: {
          admin_roles: string[]
          approved: number
          block_reason: string
          blocked_at: string
          comments: number
          confirmed_at: string
          course_of_study: string
          created_at: string
          email: string
          first_name: string
          has_bank_details: boolean
          id: string
          is_self: boolean
          last_name: string
          last_sign_in_at: string
          phone_number: string
          requests: number
          school: string
          total_earnings: number
          uploads: number
          user_type: string
          year_of_study: number
        }[]
      }
      account_lines: {
        Args: {
          before?: number
          max_rows?: number
          of_account: string
          of_profile?: string
        }
        Returns: {
          amount_kobo: number
          booked_at: string
          id: number
          is_sample: boolean
          kind: Database["public"]["Enums"]["book_transaction_kind"]
          note: string
          profile_id: string
          student: string
          subject: string
          title: string
        }[]
      }
      account_name_mismatches: {
        Args: { of_profiles: string[] }
        Returns: {
          doubt: string
          holder_name: string
          profile_id: string
        }[]
      }
      accountant_lines: {
        Args: {
          after_id?: number
          max_rows?: number
          since: string
          until: string
        }
        Returns: {
          authors_kobo: number
          day: string
          fees_kobo: number
          id: number
          kept_kobo: number
          kind: Database["public"]["Enums"]["book_transaction_kind"]
          provider: string
          reference: string
          refunds_kobo: number
          reps_kobo: number
          takings_kobo: number
          title: string
          vat_kobo: number
        }[]
      }
      accounts_of_addresses: {
        Args: { addresses: string[] }
        Returns: {
          address: string
          first_name: string
          last_name: string
          profile_id: string
        }[]
      }
      acknowledge_refunds: { Args: { of_order: string }; Returns: boolean }
      add_chunk: {
        Args: {
          bytes: number
          chunk: string
          starts_at: number
          upload_session: string
        }
        Returns: boolean
      }
      add_own_alert: {
        Args: {
          kind: Database["public"]["Enums"]["alert_kind"]
          wanted: string
        }
        Returns: Database["public"]["Enums"]["alert_request"]
      }
      add_person_note: {
        Args: {
          note_id: string
          of_email: string
          of_profile: string
          words: string
        }
        Returns: boolean
      }
      add_platform_files: {
        Args: { files: Json; material: string }
        Returns: boolean
      }
      add_second_factor: {
        Args: {
          account: string
          factor: Json
          recovery_code_hashes: string[]
          session: string
        }
        Returns: Database["public"]["Enums"]["second_factor_added"]
      }
      agree_class_rep_share: {
        Args: { first_day: string; percent: number; student: string }
        Returns: undefined
      }
      agree_to_newsletters: {
        Args: { hash: string; words: string }
        Returns: boolean
      }
      agree_to_upload_terms: {
        Args: { upload: string; version: string }
        Returns: boolean
      }
      alert_figures: {
        Args: Record<PropertyKey, never>
        Returns: {
          addresses: number
          kind: Database["public"]["Enums"]["alert_kind"]
          newest: string
          wanted: string
        }[]
      }
      alerts_by_token: { Args: { hash: string }; Returns: Json }
      answer_conversation: {
        Args: {
          conversation: string
          expected_newest_at: string
          reply: string
        }
        Returns: Database["public"]["Enums"]["message_decision"]
      }
      answer_conversations: {
        Args: { conversations: string[]; replies: string[]; seen_until: string }
        Returns: {
          conversation: string
          outcome: Database["public"]["Enums"]["message_decision"]
        }[]
      }
      answer_reviewer: {
        Args: { answer: string; upload: string }
        Returns: boolean
      }
      answer_topic_request: {
        Args: {
          material: string
          note: string
          request: string
          version: string
        }
        Returns: Database["public"]["Enums"]["topic_request_decision"]
      }
      answer_topic_requests: {
        Args: { note: string; requests: string[] }
        Returns: {
          outcome: Database["public"]["Enums"]["topic_request_decision"]
          request: string
        }[]
      }
      approve_upload: {
        Args: {
          expected_version: number
          material: Json
          new_share_percent: number
          note?: string
          upload: string
        }
        Returns: {
          material_id: string
          outcome: Database["public"]["Enums"]["upload_approval"]
          slug: string
        }[]
      }
      audit_log_actors: {
        Args: Record<PropertyKey, never>
        Returns: {
          id: string
          name: string
        }[]
      }
      audit_log_names: {
        Args: { ids: string[] }
        Returns: {
          id: string
          name: string
        }[]
      }
      balance_sheet: {
        Args: { at_day: string }
        Returns: {
          account: string
          balance_kobo: number
        }[]
      }
      become_class_rep: { Args: Record<PropertyKey, never>; Returns: string }
      best_sold_materials: {
        Args: { max_rows?: number; since: string; until: string }
        Returns: {
          gross_kobo: number
          material_id: string
          refunds: number
          sales: number
          title: string
        }[]
      }
      block_account: {
        Args: { because: string; profile: string }
        Returns: Database["public"]["Enums"]["account_block"]
      }
      bundle_works: { Args: { material: string }; Returns: Json }
      cache_invalidations_since: {
        Args: { after_id: number; by_process: string }
        Returns: {
          last_id: number
          prefixes: string[]
        }[]
      }
      change_book_rules: {
        Args: { rules: Json; seen: number }
        Returns: Database["public"]["Enums"]["book_rules_change"]
      }
      change_bundle: {
        Args: { bundle: string; slugs: string[] }
        Returns: Database["public"]["Enums"]["bundle_creation"]
      }
      change_prices: {
        Args: { changes: Json }
        Returns: {
          id: string
          outcome: Database["public"]["Enums"]["price_change"]
          title: string
        }[]
      }
      check_database: { Args: Record<PropertyKey, never>; Returns: Json }
      check_discount: {
        Args: { address: string; code: string; material: string; mode: string }
        Returns: {
          last_day: string
          outcome: Database["public"]["Enums"]["discount_outcome"]
          stored_code: string
          to_pay_kobo: number
        }[]
      }
      claim_dispute_list: { Args: Record<PropertyKey, never>; Returns: boolean }
      claim_disputed_orders: {
        Args: { max_rows?: number; mode: string }
        Returns: {
          provider_id: string
          reference: string
        }[]
      }
      claim_disputes: {
        Args: { max_rows?: number; mode: string }
        Returns: {
          id: string
          proof: Json
          reference: string
        }[]
      }
      claim_drive_copy: {
        Args: { lease_seconds?: number; upload: string }
        Returns: {
          attempts: number
          file_path: string
          upload_id: string
        }[]
      }
      claim_emails: {
        Args: { lease_seconds?: number; max_rows?: number }
        Returns: {
          attempt: number
          details: Json
          id: string
          recipient: string
          template: string
        }[]
      }
      claim_file_removals: {
        Args: { lease_seconds?: number; max_rows?: number }
        Returns: {
          attempt: number
          id: string
          path: string
          place: string
        }[]
      }
      claim_order: {
        Args: { of_order: string; seconds?: number }
        Returns: boolean
      }
      claim_orders: {
        Args: { max_rows?: number }
        Returns: {
          id: string
          reference: string
        }[]
      }
      claim_paystack_reconciliation: {
        Args: { forced?: boolean; mode: string }
        Returns: {
          since: string
          until: string
        }[]
      }
      claim_refunded_orders: {
        Args: { max_rows?: number; mode: string }
        Returns: {
          id: string
          paid_at: string
          provider_id: string
          reference: string
        }[]
      }
      claim_refunds: {
        Args: { max_rows?: number }
        Returns: {
          amount_kobo: number
          currency: string
          id: string
          paid_at: string
          provider_id: string
          reference: string
          refund_id: string
        }[]
      }
      claim_transfers: {
        Args: { max_rows?: number; mode: string; trial: boolean }
        Returns: {
          account_name: string
          account_number: string
          amount_kobo: number
          bank_name: string
          payout_id: string
          recipient_code: string
          reference: string
          task: string
        }[]
      }
      claim_upload_session: {
        Args: {
          cached_seconds: number
          lease_seconds: number
          taker: string
          upload_session: string
        }
        Returns: {
          chunks: string[]
          file_name: string
          outcome: Database["public"]["Enums"]["upload_claim"]
          size: number
        }[]
      }
      clear_due_shares: { Args: Record<PropertyKey, never>; Returns: number }
      close_topic_request: {
        Args: { request: string; version: string }
        Returns: Database["public"]["Enums"]["topic_request_decision"]
      }
      close_transfer: {
        Args: { payout: string; words: string }
        Returns: boolean
      }
      compare_file: {
        Args: { path: string; sha256: string; upload: string }
        Returns: Database["public"]["Enums"]["file_comparison"]
      }
      confirm_alerts: { Args: { hash: string }; Returns: boolean }
      confirm_invited_account: {
        Args: { account: string; token: string }
        Returns: boolean
      }
      confirm_own_account: {
        Args: Record<PropertyKey, never>
        Returns: boolean
      }
      confirm_payouts: {
        Args: { expected: Json; named: string }
        Returns: {
          outcome: Database["public"]["Enums"]["payout_confirmation"]
          run_id: string
        }[]
      }
      console_statistics: {
        Args: {
          since: string
          step: Database["public"]["Enums"]["period_step"]
          until: string
        }
        Returns: Json
      }
      console_today: { Args: { max_rows?: number }; Returns: Json }
      consume_download: {
        Args: {
          asked: number
          at_position?: number
          first_byte: number
          hash: string
          size: number
        }
        Returns: Json
      }
      consume_second_factor_challenge: {
        Args: { account: string; purpose: string; session: string }
        Returns: string
      }
      count_attempt: {
        Args: { seconds: number; try_key: string }
        Returns: {
          counted: number
          wait_ms: number
        }[]
      }
      count_buyers: {
        Args: { materials: string[]; mode: string }
        Returns: {
          buyers: number
          material_id: string
        }[]
      }
      count_due: { Args: Record<PropertyKey, never>; Returns: Json }
      counted_statistics: {
        Args: Record<PropertyKey, never>
        Returns: {
          courses: number
          materials: number
          posts: number
          schools: number
          services: number
          students: number
          topics: number
          uploads: number
        }[]
      }
      create_bundle: {
        Args: {
          about: string
          kind: string
          naira: number
          name: string
          slugs: string[]
        }
        Returns: {
          id: string
          of_slug: string
          outcome: Database["public"]["Enums"]["bundle_creation"]
        }[]
      }
      create_order: {
        Args: {
          account?: string
          address: string
          code?: string
          expected_price: number
          first_token_hash: string
          material: string
          mode: string
          origin?: Json
        }
        Returns: {
          amount_kobo: number
          id: string
          outcome: Database["public"]["Enums"]["order_creation"]
          reference: string
        }[]
      }
      create_own_discount: {
        Args: {
          last_day?: string
          max_uses?: number
          percent: number
          work?: string
        }
        Returns: string
      }
      decide_refund: {
        Args: { agree: boolean; of_order: string; words?: string }
        Returns: Database["public"]["Enums"]["refund_decision"]
      }
      decide_thesaurus_proposal: {
        Args: {
          decision: Database["public"]["Enums"]["proposal_decision"]
          proposal: string
        }
        Returns: boolean
      }
      delete_my_account: {
        Args: { gives_up_kobo?: number }
        Returns: undefined
      }
      delete_person_note: { Args: { note_id: string }; Returns: boolean }
      discard_bank_file: { Args: { of_run: string }; Returns: number }
      discard_own_account: {
        Args: Record<PropertyKey, never>
        Returns: boolean
      }
      discount_uses: {
        Args: Record<PropertyKey, never>
        Returns: {
          discount_id: string
          off_kobo: number
          uses: number
        }[]
      }
      dismiss_transfer: { Args: { payout: string }; Returns: boolean }
      due_file_checks: {
        Args: { max_rows?: number }
        Returns: {
          file_path: string
          file_sha256: string
          title: string
          was_damaged: boolean
        }[]
      }
      due_page_drawings: {
        Args: { max_rows?: number }
        Returns: {
          file_path: string
          file_sha256: string
          free_text: string
          material_id: string
          slug: string
        }[]
      }
      due_picture_imports: {
        Args: { max_rows?: number }
        Returns: {
          id: string
          image_url: string
          post_body: string
          updated_at: string
        }[]
      }
      earlier_uploads: {
        Args: { upload: string }
        Returns: {
          id: string
          kind: string
          same_file: boolean
          same_student: boolean
          same_title: boolean
          sent_at: string
          slug: string
          status: string
          title: string
        }[]
      }
      edit_upload: {
        Args: { new_description: string; new_title: string; upload: string }
        Returns: boolean
      }
      email_account_exists: { Args: { address: string }; Returns: undefined }
      email_alerts: { Args: Record<PropertyKey, never>; Returns: number }
      email_orders: { Args: { address: string }; Returns: undefined }
      end_alerts: { Args: { alert?: string; hash: string }; Returns: boolean }
      end_own_alert: { Args: { alert: string }; Returns: undefined }
      explain_search: { Args: { kind?: string; search: string }; Returns: Json }
      files_to_sell: {
        Args: { material: string }
        Returns: {
          file_path: string
          file_sha256: string
        }[]
      }
      find_accounts: {
        Args: {
          after_at?: string
          after_id?: string
          max_rows?: number
          only_admins?: boolean
          search?: string
        }
        Returns: {
          confirmed: boolean
          created_at: string
          email: string
          first_name: string
          id: string
          last_name: string
          school: string
          user_type: string
        }[]
      }
      find_admin_invitation: {
        Args: { token: string }
        Returns: {
          email: string
          has_account: boolean
          invited_by: string
          roles: string[]
        }[]
      }
      find_audit_log_records: { Args: { words: string }; Returns: string[] }
      find_orders: {
        Args: {
          after_at?: string
          after_id?: string
          max_rows?: number
          search?: string
          show?: Database["public"]["Enums"]["order_filter"]
          since?: string
          until?: string
        }
        Returns: {
          amount_kobo: number
          created_at: string
          currency: string
          dispute_state: Database["public"]["Enums"]["dispute_state"]
          domain: string
          email: string
          id: string
          reason: string
          reference: string
          refund_state: Database["public"]["Enums"]["refund_state"]
          state: Database["public"]["Enums"]["order_state"]
          title: string
          twice: boolean
        }[]
      }
      find_reports: {
        Args: {
          after_at?: string
          after_thing?: string
          are_open?: boolean
          max_rows?: number
          search?: string
        }
        Returns: {
          author_name: string
          author_school: string
          body: string
          comment_id: string
          hidden: boolean
          material_id: string
          newest: string
          note: string
          outcome: string
          reports: number
          result: Json
          settled_at: string
          settled_by: string
          since: string
          slug: string
          target: string
          title: string
          urgent: boolean
        }[]
      }
      find_sales: {
        Args: {
          before_id?: string
          before_paid?: string
          max_rows?: number
          show?: Database["public"]["Enums"]["sale_filter"]
          since?: string
          until?: string
          words?: string
        }
        Returns: {
          clears_at: string
          fee_is_estimate: boolean
          fee_kobo: number
          gross_kobo: number
          id: string
          is_sample: boolean
          material_id: string
          order_reference: string
          paid_at: string
          profile_id: string
          provider: string
          refunded_kobo: number
          rep_kobo: number
          rep_profile_id: string
          share_basis: string
          share_kobo: number
          share_percent: number
          source: Database["public"]["Enums"]["sale_source"]
          state: Database["public"]["Enums"]["sale_state"]
          student: string
          title: string
          written_at: string
        }[]
      }
      find_topic_requests: {
        Args: { words: string[] }
        Returns: {
          answer: string | null
          answered_at: string | null
          contact: string | null
          created_at: string
          deadline: string | null
          id: string
          material_id: string | null
          programme: string | null
          request_status: string
          specialty: string | null
          topic: string
          updated_at: string
          user_id: string
        }[]
        SetofOptions: {
          from: "*"
          to: "topic_requests"
          isOneToOne: false
          isSetofReturn: true
        }
      }
      hold_payouts: {
        Args: { hold_reason: string; student: string }
        Returns: string
      }
      import_thesaurus: { Args: { entries: Json }; Returns: number }
      import_topics: {
        Args: { added: Json; changed: Json; file_name: string }
        Returns: string
      }
      invite_admin: {
        Args: { address: string; roles: string[] }
        Returns: Database["public"]["Enums"]["invitation_outcome"]
      }
      lift_hold: { Args: { hold: string }; Returns: string }
      list_admin_invitations: {
        Args: Record<PropertyKey, never>
        Returns: {
          created_at: string
          email: string
          expires_at: string
          id: string
          roles: string[]
        }[]
      }
      list_admins: {
        Args: Record<PropertyKey, never>
        Returns: {
          email: string
          has_second_factor: boolean
          is_self: boolean
          last_seen_at: string
          name: string
          profile_id: string
          roles: string[]
        }[]
      }
      list_class_reps: {
        Args: Record<PropertyKey, never>
        Returns: {
          agreed_at: string
          code: string
          earned_kobo: number
          gross_kobo: number
          institution: string
          opens: number
          own_browser: number
          percent: number
          profile_id: string
          refunded: number
          sales: number
          stop_reason: string
          stopped_at: string
          student: string
        }[]
      }
      list_order_disputes: { Args: { of_order: string }; Returns: Json }
      list_payout_runs: {
        Args: { max_rows?: number }
        Returns: {
          id: string
          is_sample: boolean
          payouts: number
          run_day: string
          states: Json
          total_kobo: number
        }[]
      }
      list_thesaurus_proposals: {
        Args: Record<PropertyKey, never>
        Returns: {
          found: Json
          id: string
          kind: string
          meaning: string
          reason: Database["public"]["Enums"]["proposal_reason"]
          searches: Json
          sort: string
          term: string
          total: number
          visitors: number
          words: string
        }[]
      }
      log_export: {
        Args: { files?: string; of_what: string }
        Returns: undefined
      }
      make_admin: { Args: { account_email: string }; Returns: string }
      mark_payouts_paid: {
        Args: { of_run: string; reference: string; which: string[] }
        Returns: number
      }
      material_author: {
        Args: { material: string }
        Returns: {
          first_name: string
          school: string
          study_year: number
        }[]
      }
      material_details: { Args: { material: string }; Returns: Json }
      material_files: {
        Args: { material: string }
        Returns: {
          extent: string
          file_position: number
          file_size: number
          format: string
          label: string
          name: string
        }[]
      }
      material_page_pictures: {
        Args: { material: string }
        Returns: {
          page: number
          path: string
        }[]
      }
      money_figures: {
        Args: {
          since: string
          step: Database["public"]["Enums"]["period_step"]
          until: string
        }
        Returns: {
          ends_on: string
          fees_kobo: number
          held_kobo: number
          kept_kobo: number
          owed_buyers_kobo: number
          owed_students_kobo: number
          refunds: number
          refunds_kobo: number
          sales: number
          shares_kobo: number
          starts_on: string
          takings_kobo: number
        }[]
      }
      money_overview: { Args: Record<PropertyKey, never>; Returns: Json }
      most_opened_topics: {
        Args: Record<PropertyKey, never>
        Returns: string[]
      }
      must_add_second_factor: {
        Args: Record<PropertyKey, never>
        Returns: boolean
      }
      names_of_people: {
        Args: { ids: string[] }
        Returns: {
          first_name: string
          last_name: string
          profile_id: string
          school: string
          user_id: string
        }[]
      }
      newsletter_figures: {
        Args: Record<PropertyKey, never>
        Returns: {
          failed: number
          newsletter_id: string
          sent: number
          to_queue: number
          unsubscribed: number
          waiting: number
        }[]
      }
      open_own_order: { Args: { of_order: string }; Returns: string }
      order_by_token: { Args: { hash: string }; Returns: Json }
      order_details: { Args: { of_order: string }; Returns: Json }
      order_file: {
        Args: { at_position?: number; hash: string }
        Returns: Json
      }
      order_receipt: { Args: { hash: string }; Returns: Json }
      order_totals: {
        Args: {
          search?: string
          show?: Database["public"]["Enums"]["order_filter"]
          since?: string
          until?: string
        }
        Returns: {
          domain: string
          orders: number
          paid_kobo: number
          refunded_kobo: number
        }[]
      }
      orphaned_files: {
        Args: { max_rows?: number; older_than?: string }
        Returns: {
          file_path: string
        }[]
      }
      orphaned_page_pictures: {
        Args: { max_rows?: number }
        Returns: {
          file_path: string
        }[]
      }
      oversized_files: {
        Args: { max_rows?: number }
        Returns: {
          bucket: string
          file_path: string
        }[]
      }
      own_account_pending: {
        Args: Record<PropertyKey, never>
        Returns: {
          account_name: string
          account_number: string
          asked_at: string
          bank_name: string
          fits: boolean
          holder_name: string
        }[]
      }
      own_alerts: {
        Args: Record<PropertyKey, never>
        Returns: {
          confirmed_at: string
          expires_at: string
          id: string
          kind: Database["public"]["Enums"]["alert_kind"]
          wanted: string
        }[]
      }
      own_bank_change_delay: {
        Args: Record<PropertyKey, never>
        Returns: {
          missed_day: string
          next_day: string
          until: string
        }[]
      }
      own_block: { Args: Record<PropertyKey, never>; Returns: string }
      own_bundle_price: {
        Args: { bundle: string; mode: string }
        Returns: {
          kobo: number
          owned: number
        }[]
      }
      own_class_rep: { Args: Record<PropertyKey, never>; Returns: Json }
      own_discounts: {
        Args: Record<PropertyKey, never>
        Returns: {
          code: string
          id: string
          is_stopped: boolean
          last_day: string
          max_uses: number
          off_kobo: number
          percent: number
          title: string
          uses: number
        }[]
      }
      own_earnings: { Args: Record<PropertyKey, never>; Returns: Json }
      own_newsletter_consents: {
        Args: Record<PropertyKey, never>
        Returns: {
          agreed_at: string
          email: string
          order_reference: string
          words: string
        }[]
      }
      own_order_records: {
        Args: { after_at?: string; after_id?: string; max_rows?: number }
        Returns: {
          amount_kobo: number
          created_at: string
          discount_code: string
          disputes: Json
          downloads: string[]
          email: string
          id: string
          is_test: boolean
          list_kobo: number
          material_id: string
          paid_at: string
          paid_currency: string
          paid_kobo: number
          reading_place: Json
          reason: string
          receipt: Json
          reference: string
          refund_asked_at: string
          refund_reason: string
          refund_response: string
          refund_state: string
          refunds: Json
          state: string
          title: string
        }[]
      }
      own_orders: {
        Args: Record<PropertyKey, never>
        Returns: {
          amount_kobo: number
          gives_file: boolean
          id: string
          material_id: string
          paid_at: string
          reference: string
          title: string
        }[]
      }
      own_person_notes: {
        Args: Record<PropertyKey, never>
        Returns: {
          created_at: string
          words: string
        }[]
      }
      own_purchase: {
        Args: { material: string }
        Returns: {
          id: string
          material_id: string
          paid_at: string
          title: string
        }[]
      }
      own_stars: { Args: { material: string }; Returns: Json }
      own_statement: {
        Args: { before?: number; max_rows?: number; month?: string }
        Returns: {
          author_off_kobo: number
          bank_name: string
          booked_at: string
          by_link: boolean
          clears_at: string
          gross_kobo: number
          id: number
          in_time: boolean
          is_sample: boolean
          kind: string
          kobo: number
          last_four: string
          list_kobo: number
          note: string
          paid_at: string
          settled_at: string
          share_basis: string
          share_percent: number
          state: string
          title: string
        }[]
      }
      own_work_figures: {
        Args: Record<PropertyKey, never>
        Returns: {
          is_withheld: boolean
          ratings: number
          sales: number
          share_kobo: number
          sources: Json
          upload_id: string
          views: number
        }[]
      }
      pause_newsletter: {
        Args: { is_paused: boolean; newsletter: string }
        Returns: boolean
      }
      payout_bank_file: {
        Args: { of_run: string }
        Returns: {
          account_name: string
          account_number: string
          amount_kobo: number
          bank_name: string
          reference: string
        }[]
      }
      payout_run_details: { Args: { of_run: string }; Returns: Json }
      paystack_reconciliation: {
        Args: Record<PropertyKey, never>
        Returns: Json
      }
      paystack_transfer_code: { Args: { payout: string }; Returns: string }
      person_details: {
        Args: { of_email?: string; of_profile?: string }
        Returns: Json
      }
      platform_file_to_open: {
        Args: { at_position: number; material: string }
        Returns: {
          name: string
          path: string
          sha256: string
        }[]
      }
      postpone_page_drawing: {
        Args: { failed_file: string; material: string }
        Returns: undefined
      }
      preview_sales: { Args: { input: Json }; Returns: Json }
      process_payment_events: {
        Args: Record<PropertyKey, never>
        Returns: number
      }
      process_sale_notices: {
        Args: Record<PropertyKey, never>
        Returns: number
      }
      process_transfer_events: {
        Args: Record<PropertyKey, never>
        Returns: number
      }
      propose_payouts: {
        Args: Record<PropertyKey, never>
        Returns: {
          available_kobo: number
          bank_name: string
          eligibility: Database["public"]["Enums"]["payout_eligibility"]
          hold_id: string
          is_sample: boolean
          last_four: string
          pending_kobo: number
          profile_id: string
          reason: string
          student: string
          until: string
        }[]
      }
      propose_thesaurus_entries: {
        Args: Record<PropertyKey, never>
        Returns: boolean
      }
      provider_sales: {
        Args: { before_day: string; shop: string; since: string }
        Returns: {
          fee_kobo: number
          gross_kobo: number
          order_reference: string
          paid_at: string
          refunded_kobo: number
          reversed: boolean
          title: string
        }[]
      }
      publish_scheduled: { Args: Record<PropertyKey, never>; Returns: string[] }
      purge_account_checks: {
        Args: Record<PropertyKey, never>
        Returns: number
      }
      purge_deleted: { Args: { older_than?: string }; Returns: number }
      purge_rate_limits: { Args: Record<PropertyKey, never>; Returns: number }
      purge_unpaid_orders: { Args: Record<PropertyKey, never>; Returns: number }
      put_back_on_sale: { Args: { upload: string }; Returns: boolean }
      queue_daily_digest: { Args: Record<PropertyKey, never>; Returns: boolean }
      queue_missing_drive_copies: {
        Args: Record<PropertyKey, never>
        Returns: number
      }
      queue_newsletters: { Args: Record<PropertyKey, never>; Returns: number }
      queue_sale_emails: { Args: Record<PropertyKey, never>; Returns: number }
      rate_material: {
        Args: { input: number; material: string; words: string }
        Returns: Database["public"]["Enums"]["material_rating"]
      }
      receive_message: {
        Args: {
          about: Database["public"]["Enums"]["message_about"]
          body: string
          sender_email: string
          sender_name: string
        }
        Returns: undefined
      }
      receive_payment_events: { Args: { events: Json }; Returns: undefined }
      receive_sale_notices: { Args: { notices: Json }; Returns: undefined }
      reconcile_with_paystack: {
        Args: {
          mode: string
          payments: Json
          refunds?: Json
          since: string
          transfers: Json
          until: string
        }
        Returns: number
      }
      record_bank: {
        Args: {
          idempotency_key: string
          kobo: number
          response: string
          what: string
        }
        Returns: Database["public"]["Enums"]["bank_recording"]
      }
      record_cache_invalidations: {
        Args: { by_process: string; prefixes: string[] }
        Returns: undefined
      }
      record_dispute_check: {
        Args: { of_reference: string }
        Returns: undefined
      }
      record_dispute_response: {
        Args: { dispute: string; fault?: string }
        Returns: undefined
      }
      record_email_failure: {
        Args: {
          attempt: number
          email_id: string
          for_good?: boolean
          reason: string
        }
        Returns: undefined
      }
      record_email_sent: { Args: { email_id: string }; Returns: undefined }
      record_file_check: {
        Args: { fits: boolean; path: string; sha256: string; upload: string }
        Returns: Database["public"]["Enums"]["file_check"]
      }
      record_file_condition: {
        Args: { intact: boolean; path: string }
        Returns: undefined
      }
      record_file_removal: { Args: { removal: string }; Returns: undefined }
      record_file_removal_failure: {
        Args: { attempt: number; reason: string; removal: string }
        Returns: undefined
      }
      record_missed_search: {
        Args: { kind: string; words: string }
        Returns: undefined
      }
      record_order_sent: {
        Args: { address: string; of_order: string }
        Returns: undefined
      }
      record_payout_return: {
        Args: { payout: string; reason: string }
        Returns: Database["public"]["Enums"]["payout_return"]
      }
      record_recipient: {
        Args: { code: string; payout: string }
        Returns: undefined
      }
      record_refund_settlement: {
        Args: { refund: string }
        Returns: Database["public"]["Enums"]["refund_settlement"]
      }
      record_refund_state: {
        Args: {
          fault?: string
          named?: string
          of_order: string
          status: string
        }
        Returns: undefined
      }
      record_sales: {
        Args: { from_source: string; input: Json }
        Returns: {
          duplicate: number
          not_ours: number
          recorded: number
          unmatched: number
        }[]
      }
      record_sample_content: { Args: { loaded: Json }; Returns: undefined }
      record_views_and_clicks: {
        Args: { batch: string; input: Json }
        Returns: boolean
      }
      refund_part: {
        Args: {
          expected_refunded_kobo: number
          kobo: number
          of_order: string
          words?: string
        }
        Returns: Database["public"]["Enums"]["part_refund"]
      }
      refund_rate_limit: { Args: { try_key: string }; Returns: undefined }
      refund_sale: {
        Args: {
          amount?: number
          idempotency_key: string
          of_sale: string
          reason: string
        }
        Returns: Database["public"]["Enums"]["refund_recording"]
      }
      refuse_emails: {
        Args: {
          hash: string
          kind: Database["public"]["Enums"]["refusable_emails"]
        }
        Returns: boolean
      }
      reject_transfer: {
        Args: { payout: string; reason: string }
        Returns: undefined
      }
      reject_upload: {
        Args: { expected_version: number; reason: string; upload: string }
        Returns: Database["public"]["Enums"]["review_decision"]
      }
      related_topics: {
        Args: { search: string; verbatim?: boolean }
        Returns: Json
      }
      release_dispute: { Args: { dispute: string }; Returns: boolean }
      release_unsent_transfer: {
        Args: { download: number; unsent: number }
        Returns: undefined
      }
      release_upload_session: {
        Args: { taker: string; upload_session: string }
        Returns: undefined
      }
      remind_buyers: { Args: Record<PropertyKey, never>; Returns: number }
      reminder_figures: {
        Args: Record<PropertyKey, never>
        Returns: {
          recovered: number
          recovered_kobo: number
          reminded: number
        }[]
      }
      remove_demo: {
        Args: Record<PropertyKey, never>
        Returns: Database["public"]["Enums"]["demo_removal"]
      }
      remove_rejected_files: { Args: { max_rows?: number }; Returns: number }
      remove_second_factor: {
        Args: { account: string; factor: string; session: string }
        Returns: boolean
      }
      remove_upload_session: {
        Args: { upload_session: string }
        Returns: boolean
      }
      rename_second_factor: {
        Args: {
          account: string
          factor: string
          new_name: string
          session: string
        }
        Returns: boolean
      }
      renew_own_alerts: { Args: Record<PropertyKey, never>; Returns: undefined }
      reopen_reports: {
        Args: { about: string; settled?: string }
        Returns: boolean
      }
      reopen_review: {
        Args: { expected_version: number; upload: string }
        Returns: Database["public"]["Enums"]["review_reopening"]
      }
      replace_recovery_codes: {
        Args: { account: string; hashes: string[]; session: string }
        Returns: boolean
      }
      replace_upload_file: {
        Args: {
          new_name: string
          new_path: string
          new_sha256?: string
          upload: string
        }
        Returns: string
      }
      request_alert: {
        Args: {
          address: string
          kind: Database["public"]["Enums"]["alert_kind"]
          wanted: string
        }
        Returns: Database["public"]["Enums"]["alert_request"]
      }
      request_changes: {
        Args: { expected_version: number; note: string; upload: string }
        Returns: Database["public"]["Enums"]["review_decision"]
      }
      request_refund: {
        Args: { hash: string; reason: string }
        Returns: Database["public"]["Enums"]["refund_request"]
      }
      resend_order: { Args: { of_order: string }; Returns: boolean }
      reserve_for_bank_file: { Args: { of_run: string }; Returns: undefined }
      reserve_page_pictures: { Args: { paths: string[] }; Returns: undefined }
      reset_second_factors: { Args: { account_email: string }; Returns: number }
      resolve_discrepancy: {
        Args: { of_difference: string; words: string }
        Returns: boolean
      }
      resolve_reports: {
        Args: { about: string; how: string; remark?: string; seen: string }
        Returns: Database["public"]["Enums"]["report_settlement"]
      }
      resolve_unmatched_sale: {
        Args: {
          naira_kobo?: number
          remember: boolean
          to_material?: string
          unmatched: string
        }
        Returns: number
      }
      respond_to_dispute: {
        Args: {
          accept: boolean
          dispute: string
          name?: string
          phone?: string
          words: string
        }
        Returns: Database["public"]["Enums"]["dispute_decision"]
      }
      restart_class_rep: { Args: { student: string }; Returns: boolean }
      retry_drive_copy: { Args: { upload: string }; Returns: boolean }
      retry_email: { Args: { email_id: string }; Returns: boolean }
      retry_transfer: { Args: { payout: string }; Returns: boolean }
      retry_unmatched_sale: {
        Args: { fee?: number; gross: number; of_sale: string; paid: string }
        Returns: Database["public"]["Enums"]["sale_recording"]
      }
      reverse_sale: {
        Args: { of_sale: string; reason: string }
        Returns: Database["public"]["Enums"]["sale_reversal"]
      }
      revoke_order: {
        Args: { of_order: string; reason: string }
        Returns: boolean
      }
      run_transfers: {
        Args: { of_run: string }
        Returns: {
          can_be_dismissed: boolean
          domain: string
          payout_id: string
          reason: string
          reference: string
          state: Database["public"]["Enums"]["transfer_state"]
          way: Database["public"]["Enums"]["payout_way"]
        }[]
      }
      sale_details: { Args: { of_sale: string }; Returns: Json }
      sale_totals: {
        Args: {
          show?: Database["public"]["Enums"]["sale_filter"]
          since?: string
          until?: string
          words?: string
        }
        Returns: {
          gross_kobo: number
          is_sample: boolean
          refunded_kobo: number
          reversed: number
          sales: number
          share_kobo: number
        }[]
      }
      sales_by_week: {
        Args: {
          after_material?: string
          after_week?: string
          max_rows?: number
          since: string
          until: string
        }
        Returns: {
          ends_on: string
          gross_kobo: number
          material_id: string
          refunded_kobo: number
          refunds: number
          sales: number
          shares_kobo: number
          starts_on: string
          title: string
        }[]
      }
      save_account_check: {
        Args: {
          bank: string
          code: string
          holder?: string
          number: string
          profile: string
          typed_name: string
        }
        Returns: undefined
      }
      save_file_metadata: {
        Args: { metadata: Json; path: string; sha256: string; upload: string }
        Returns: Database["public"]["Enums"]["file_check"]
      }
      save_imported_pictures: {
        Args: {
          expected_updated_at: string
          new_image_url: string
          new_post_body: string
          post: string
        }
        Returns: boolean
      }
      save_material_with_file: {
        Args: {
          expected_version?: string
          fields: Json
          material?: string
          new_name: string
          new_path: string
          new_sha256: string
        }
        Returns: string
      }
      save_page_pictures: {
        Args: {
          drawn_file: string
          drawn_text: string
          material: string
          pictures: Json
        }
        Returns: boolean
      }
      save_payer: {
        Args: { hash: string; name: string; school: string }
        Returns: boolean
      }
      save_platform_file: {
        Args: {
          at_position?: number
          material: string
          new_name: string
          new_path: string
          new_sha256: string
        }
        Returns: Database["public"]["Enums"]["platform_file_saving"]
      }
      save_reading_place: {
        Args: {
          at_chapter: number
          at_section: string
          at_title: string
          hash: string
        }
        Returns: boolean
      }
      save_second_factor_challenge: {
        Args: {
          account: string
          purpose: string
          session: string
          value: string
        }
        Returns: boolean
      }
      save_settings: {
        Args: { expected: Json; of_group: string; wanted: Json }
        Returns: boolean
      }
      save_texts: {
        Args: { expected: Json; of_section: string; wanted: Json }
        Returns: boolean
      }
      search_all: {
        Args: { search: string; verbatim?: boolean }
        Returns: Json
      }
      search_console: {
        Args: { search: string }
        Returns: {
          details: string
          key: string
          kind: string
          title: string
        }[]
      }
      search_materials: {
        Args: {
          filters?: Json
          page_size?: number
          search?: string
          skip?: number
          sorted?: string
          verbatim?: boolean
        }
        Returns: Json
      }
      second_factor_challenge: {
        Args: { account: string; purpose: string; session: string }
        Returns: string
      }
      second_factor_keys: {
        Args: { account: string }
        Returns: {
          credential_id: string
          id: string
          kind: string
          public_key: string
          secret: string
          sign_count: number
          transports: string[]
        }[]
      }
      second_factor_settings: {
        Args: { account: string; session: string }
        Returns: Json
      }
      second_factor_state: {
        Args: Record<PropertyKey, never>
        Returns: Database["public"]["Enums"]["second_factor_state"]
      }
      send_newsletter: {
        Args: { expected_version: string; newsletter: string }
        Returns: Database["public"]["Enums"]["newsletter_outcome"]
      }
      session_is_open: { Args: Record<PropertyKey, never>; Returns: boolean }
      set_admin_roles: {
        Args: { profile: string; roles: string[] }
        Returns: Database["public"]["Enums"]["role_change"]
      }
      set_conversation_reminder: {
        Args: { conversation: string; note: string; remind_on: string }
        Returns: Database["public"]["Enums"]["message_decision"]
      }
      set_conversations_open: {
        Args: { conversations: string[]; opens: boolean }
        Returns: {
          conversation: string
          outcome: Database["public"]["Enums"]["message_decision"]
        }[]
      }
      settle_dispute: {
        Args: { response: Json }
        Returns: Database["public"]["Enums"]["dispute_settlement"]
      }
      settle_order: {
        Args: { of_order: string; response?: Json }
        Returns: Database["public"]["Enums"]["order_state"]
      }
      settle_refunds: {
        Args: { of_order: string; response: Json }
        Returns: {
          outcome: Database["public"]["Enums"]["refund_step"]
          remaining_kobo: number
        }[]
      }
      settle_transfer: {
        Args: { payout: string; response?: Json }
        Returns: Database["public"]["Enums"]["transfer_state"]
      }
      shop_window: { Args: Record<PropertyKey, never>; Returns: Json }
      sitemap_materials: {
        Args: { part: number }
        Returns: {
          changed: string[]
          slugs: string[]
        }[]
      }
      sitemap_parts: { Args: Record<PropertyKey, never>; Returns: number }
      start_transfers: {
        Args: { mode: string; of_run: string; trial: boolean; which: string[] }
        Returns: {
          kobo: number
          others: number
          started: number
        }[]
      }
      start_upload_session: {
        Args: {
          bytes: number
          max_bytes: number
          max_upload_sessions: number
          name: string
          owner: string
          under_way_seconds: number
          upload_session: string
        }
        Returns: boolean
      }
      stop_class_rep: {
        Args: { reason: string; student: string }
        Returns: boolean
      }
      stop_own_class_link: {
        Args: Record<PropertyKey, never>
        Returns: undefined
      }
      stop_own_discount: { Args: { discount: string }; Returns: boolean }
      suggest: { Args: { typed: string }; Returns: string[] }
      sweep_upload_sessions: {
        Args: { cached_seconds: number }
        Returns: number
      }
      take_off_sale: { Args: { upload: string }; Returns: boolean }
      test_newsletter: { Args: { newsletter: string }; Returns: boolean }
      text_changes: {
        Args: { keys: string[]; of_group: string; of_table: string }
        Returns: {
          actor: string
          before: string
          changed_at: string
          key: string
        }[]
      }
      tick_review: {
        Args: { checked: string; ticked: boolean; upload: string }
        Returns: boolean
      }
      unblock_account: {
        Args: { profile: string }
        Returns: Database["public"]["Enums"]["account_block"]
      }
      undo_topic_import: {
        Args: { import_id: string }
        Returns: {
          reversed: number
          skipped: number
        }[]
      }
      upload_buyers: { Args: { upload: string }; Returns: number }
      upload_session_details: {
        Args: { upload_session: string }
        Returns: {
          arrived: number
          file_name: string
          size: number
          started_at: string
        }[]
      }
      uploads_missing_file: {
        Args: { max_rows?: number; older_than?: string }
        Returns: {
          upload_id: string
        }[]
      }
      usual_prices: {
        Args: Record<PropertyKey, never>
        Returns: {
          category: string
          high: number
          is_sample: boolean
          low: number
          works: number
        }[]
      }
      verify_transfer: { Args: { payout: string }; Returns: boolean }
      views_and_sales_rows: {
        Args: {
          after_day?: string
          after_material?: string
          max_rows?: number
          since: string
          until: string
        }
        Returns: {
          clicks: number
          day: string
          gross_kobo: number
          material_id: string
          sales: number
          title: string
          views: number
        }[]
      }
      views_to_sales: {
        Args: {
          of_material?: string
          since: string
          step: Database["public"]["Enums"]["period_step"]
          until: string
        }
        Returns: Json
      }
      weekly_missed_searches: {
        Args: Record<PropertyKey, never>
        Returns: {
          answer: string
          answer_id: string
          kind: string
          newest: string
          requests: number
          visitors: number
          weeks: number
          words: string
        }[]
      }
      withdraw_admin_invitation: {
        Args: { invitation: string }
        Returns: boolean
      }
      work_sellers: {
        Args: { slugs: string[] }
        Returns: {
          profile_id: string
          slug: string
          student: string
        }[]
      }
    }
    Enums: {
      account_block: "ok" | "gone" | "unchanged" | "admin"
      admin_role: "owner" | "money" | "reviewer" | "editor"
      alert_kind: "search" | "topic" | "subject"
      alert_request: "ok" | "unusable" | "too_many"
      bank_recording: "ok" | "duplicate"
      book_rules_change: "ok" | "same" | "changed"
      book_transaction_kind:
        | "sale"
        | "clearing"
        | "held"
        | "released"
        | "refund"
        | "refund_paid"
        | "reversal"
        | "payout"
        | "payout_paid"
        | "payout_returned"
        | "given_up"
        | "settlement"
        | "bank_charge"
      bundle_creation:
        | "ok"
        | "unknown_work"
        | "too_few"
        | "in_a_bundle"
        | "not_one_author"
        | "other_share"
        | "not_below"
        | "sold"
      demo_removal: "ok" | "no_demo" | "real_sales" | "no_other_admin"
      discount_outcome:
        | "ok"
        | "unknown"
        | "not_begun"
        | "ended"
        | "other_work"
        | "used_before"
        | "used_up"
      discrepancy_kind:
        | "payment_unknown"
        | "payment_not_recorded"
        | "payment_not_there"
        | "payment_amount"
        | "refund_not_recorded"
        | "partial_refund_not_recorded"
        | "refund_not_there"
        | "fee"
        | "sale_reversed"
        | "sale_not_there"
        | "transfer_unknown"
        | "transfer_not_recorded"
        | "transfer_reversal_not_recorded"
        | "transfer_not_there"
        | "transfer_amount"
      dispute_decision: "ok" | "settled" | "gone"
      dispute_settlement: "open" | "won" | "lost" | "unknown" | "unpaid"
      dispute_state: "open" | "won" | "lost"
      due_kind:
        | "reviews"
        | "links"
        | "urgent"
        | "disputes"
        | "orders"
        | "run"
        | "transfers"
        | "discrepancies"
        | "returned"
        | "sales"
        | "refunds"
        | "messages"
        | "requests"
        | "comments"
        | "reports"
        | "copies"
        | "emails"
      file_check: "ok" | "changed" | "other"
      file_comparison: "ok" | "changed" | "other" | "unread"
      invitation_outcome: "ok" | "admin"
      material_rating: "ok" | "read" | "not_bought"
      message_about: "order" | "upload" | "payout" | "other"
      message_decision: "ok" | "settled" | "changed" | "gone"
      newsletter_outcome: "ok" | "changed" | "nobody"
      order_creation:
        | "ok"
        | "not_sold"
        | "price_changed"
        | "own_work"
        | "code_refused"
      order_due:
        | "refund_asked"
        | "refund_failed"
        | "refunded_outside"
        | "refunded_too_much"
        | "wrong_amount"
        | "wrong_currency"
        | "wrong_domain"
        | "twice"
      order_filter: "all" | "due" | "paid" | "refunded" | "unfinished"
      order_state:
        | "pending"
        | "failed"
        | "abandoned"
        | "paid"
        | "wrong"
        | "revoked"
      part_refund:
        | "ok"
        | "settled"
        | "changed"
        | "too_much"
        | "disputed"
        | "gone"
      payout_confirmation: "ok" | "duplicate" | "empty" | "changed"
      payout_eligibility:
        | "pay"
        | "debt"
        | "held"
        | "returned"
        | "no_bank"
        | "bank_incomplete"
        | "bank_changed"
        | "waiting"
        | "minimum"
      payout_return: "ok" | "duplicate" | "gone" | "by_transfer"
      payout_state:
        | "paid"
        | "returned"
        | "code"
        | "refused"
        | "wrong"
        | "to_send"
        | "in_file"
        | "sending"
        | "on_way"
      payout_way: "transfer" | "file"
      period_step: "day" | "week" | "month" | "whole"
      platform_file_saving: "ok" | "same" | "of_student" | "gone"
      price_change: "ok" | "gone" | "same" | "changed" | "not_below"
      proposal_decision: "accept" | "dismiss" | "undo"
      proposal_reason:
        | "initials"
        | "spelled_out"
        | "spelling"
        | "split"
        | "joined"
        | "mentioned"
      proposal_state: "checking" | "open" | "accepted" | "dismissed" | "useless"
      refund_decision: "ok" | "settled" | "disputed" | "gone"
      refund_recording:
        | "recorded"
        | "duplicate"
        | "too_much"
        | "gone"
        | "has_order"
      refund_request:
        | "ok"
        | "asked"
        | "disputed"
        | "not_paid"
        | "too_late"
        | "gone"
      refund_settlement: "ok" | "duplicate" | "gone"
      refund_state:
        | "asked"
        | "refused"
        | "agreed"
        | "sent"
        | "partial"
        | "processed"
        | "failed"
      refund_step: "send" | "sent" | "processed" | "none" | "not_paid"
      refusable_emails: "reminders" | "newsletters"
      report_settlement: "ok" | "settled" | "gone"
      review_decision: "ok" | "changed" | "gone"
      review_reopening: "ok" | "changed" | "gone" | "too_late"
      role_change: "ok" | "gone" | "unchanged" | "last"
      sale_filter: "all" | "waiting" | "cleared" | "ours" | "refunded"
      sale_recording: "recorded" | "duplicate" | "no_material"
      sale_reversal: "ok" | "duplicate" | "gone" | "refunded" | "has_order"
      sale_source: "hand" | "csv" | "hook" | "provider"
      sale_state:
        | "waiting"
        | "disputed"
        | "available"
        | "platform"
        | "refunded"
        | "reversed"
      second_factor_added: "first" | "added" | "expired" | "full"
      second_factor_state: "none" | "needed" | "verified" | "recent"
      topic_request_decision:
        | "ok"
        | "changed"
        | "gone"
        | "no_material"
        | "empty"
      transfer_fault: "amount" | "currency" | "domain" | "paid_after_return"
      transfer_state:
        | "prepared"
        | "sending"
        | "otp"
        | "pending"
        | "refused"
        | "success"
        | "failed"
        | "wrong"
      upload_approval:
        | "ok"
        | "changed"
        | "gone"
        | "slug_taken"
        | "unchecked"
        | "same_file"
        | "not_agreed"
      upload_claim: "taken" | "busy" | "none"
      visit_source:
        | "whatsapp"
        | "google"
        | "facebook"
        | "instagram"
        | "telegram"
        | "x"
        | "rep"
        | "other"
        | "typed"
        | "site"
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] &
        DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] &
        DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {
      account_block: ["ok", "gone", "unchanged", "admin"],
      admin_role: ["owner", "money", "reviewer", "editor"],
      alert_kind: ["search", "topic", "subject"],
      alert_request: ["ok", "unusable", "too_many"],
      bank_recording: ["ok", "duplicate"],
      book_rules_change: ["ok", "same", "changed"],
      book_transaction_kind: [
        "sale",
        "clearing",
        "held",
        "released",
        "refund",
        "refund_paid",
        "reversal",
        "payout",
        "payout_paid",
        "payout_returned",
        "given_up",
        "settlement",
        "bank_charge",
      ],
      bundle_creation: [
        "ok",
        "unknown_work",
        "too_few",
        "in_a_bundle",
        "not_one_author",
        "other_share",
        "not_below",
        "sold",
      ],
      demo_removal: ["ok", "no_demo", "real_sales", "no_other_admin"],
      discount_outcome: [
        "ok",
        "unknown",
        "not_begun",
        "ended",
        "other_work",
        "used_before",
        "used_up",
      ],
      discrepancy_kind: [
        "payment_unknown",
        "payment_not_recorded",
        "payment_not_there",
        "payment_amount",
        "refund_not_recorded",
        "partial_refund_not_recorded",
        "refund_not_there",
        "fee",
        "sale_reversed",
        "sale_not_there",
        "transfer_unknown",
        "transfer_not_recorded",
        "transfer_reversal_not_recorded",
        "transfer_not_there",
        "transfer_amount",
      ],
      dispute_decision: ["ok", "settled", "gone"],
      dispute_settlement: ["open", "won", "lost", "unknown", "unpaid"],
      dispute_state: ["open", "won", "lost"],
      due_kind: [
        "reviews",
        "links",
        "urgent",
        "disputes",
        "orders",
        "run",
        "transfers",
        "discrepancies",
        "returned",
        "sales",
        "refunds",
        "messages",
        "requests",
        "comments",
        "reports",
        "copies",
        "emails",
      ],
      file_check: ["ok", "changed", "other"],
      file_comparison: ["ok", "changed", "other", "unread"],
      invitation_outcome: ["ok", "admin"],
      material_rating: ["ok", "read", "not_bought"],
      message_about: ["order", "upload", "payout", "other"],
      message_decision: ["ok", "settled", "changed", "gone"],
      newsletter_outcome: ["ok", "changed", "nobody"],
      order_creation: [
        "ok",
        "not_sold",
        "price_changed",
        "own_work",
        "code_refused",
      ],
      order_due: [
        "refund_asked",
        "refund_failed",
        "refunded_outside",
        "refunded_too_much",
        "wrong_amount",
        "wrong_currency",
        "wrong_domain",
        "twice",
      ],
      order_filter: ["all", "due", "paid", "refunded", "unfinished"],
      order_state: [
        "pending",
        "failed",
        "abandoned",
        "paid",
        "wrong",
        "revoked",
      ],
      part_refund: ["ok", "settled", "changed", "too_much", "disputed", "gone"],
      payout_confirmation: ["ok", "duplicate", "empty", "changed"],
      payout_eligibility: [
        "pay",
        "debt",
        "held",
        "returned",
        "no_bank",
        "bank_incomplete",
        "bank_changed",
        "waiting",
        "minimum",
      ],
      payout_return: ["ok", "duplicate", "gone", "by_transfer"],
      payout_state: [
        "paid",
        "returned",
        "code",
        "refused",
        "wrong",
        "to_send",
        "in_file",
        "sending",
        "on_way",
      ],
      payout_way: ["transfer", "file"],
      period_step: ["day", "week", "month", "whole"],
      platform_file_saving: ["ok", "same", "of_student", "gone"],
      price_change: ["ok", "gone", "same", "changed", "not_below"],
      proposal_decision: ["accept", "dismiss", "undo"],
      proposal_reason: [
        "initials",
        "spelled_out",
        "spelling",
        "split",
        "joined",
        "mentioned",
      ],
      proposal_state: ["checking", "open", "accepted", "dismissed", "useless"],
      refund_decision: ["ok", "settled", "disputed", "gone"],
      refund_recording: [
        "recorded",
        "duplicate",
        "too_much",
        "gone",
        "has_order",
      ],
      refund_request: [
        "ok",
        "asked",
        "disputed",
        "not_paid",
        "too_late",
        "gone",
      ],
      refund_settlement: ["ok", "duplicate", "gone"],
      refund_state: [
        "asked",
        "refused",
        "agreed",
        "sent",
        "partial",
        "processed",
        "failed",
      ],
      refund_step: ["send", "sent", "processed", "none", "not_paid"],
      refusable_emails: ["reminders", "newsletters"],
      report_settlement: ["ok", "settled", "gone"],
      review_decision: ["ok", "changed", "gone"],
      review_reopening: ["ok", "changed", "gone", "too_late"],
      role_change: ["ok", "gone", "unchanged", "last"],
      sale_filter: ["all", "waiting", "cleared", "ours", "refunded"],
      sale_recording: ["recorded", "duplicate", "no_material"],
      sale_reversal: ["ok", "duplicate", "gone", "refunded", "has_order"],
      sale_source: ["hand", "csv", "hook", "provider"],
      sale_state: [
        "waiting",
        "disputed",
        "available",
        "platform",
        "refunded",
        "reversed",
      ],
      second_factor_added: ["first", "added", "expired", "full"],
      second_factor_state: ["none", "needed", "verified", "recent"],
      topic_request_decision: ["ok", "changed", "gone", "no_material", "empty"],
      transfer_fault: ["amount", "currency", "domain", "paid_after_return"],
      transfer_state: [
        "prepared",
        "sending",
        "otp",
        "pending",
        "refused",
        "success",
        "failed",
        "wrong",
      ],
      upload_approval: [
        "ok",
        "changed",
        "gone",
        "slug_taken",
        "unchecked",
        "same_file",
        "not_agreed",
      ],
      upload_claim: ["taken", "busy", "none"],
      visit_source: [
        "whatsapp",
        "google",
        "facebook",
        "instagram",
        "telegram",
        "x",
        "rep",
        "other",
        "typed",
        "site",
      ],
    },
  },
} as const
