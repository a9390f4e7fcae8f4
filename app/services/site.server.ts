import { createContext } from 'react-router'
import type { Alerts } from './alerts.ts'
import type { AdminInvitations } from './admin-invitations.ts'
import type { BankAccounts } from './bank-accounts.ts'
import type { ContactMessage } from './contact-messages.ts'
import type { Backups } from './backups.ts'
import type { Doctor } from './doctor.ts'
import type { MissedSearches } from './missed-searches.ts'
import type { OrderReading } from './order-reading.ts'
import type { Orders } from './orders.ts'
import type { DrawPaper } from './papers.ts'
import type { Pictures } from './pictures.ts'
import type { CanStamp, DrawPage, ReadText, ReadWork } from './reading.ts'
import type { SecondFactors } from './second-factors.ts'
import type { Transfers } from './transfers.ts'
import type { Trouble } from './troubles.ts'
import type { UploadSessions } from './uploads.ts'

/** Other services that the process passes to the site. */
export type Site = {
  /** Public origin. Links and canonical addresses start with it. */
  url: string
  /** True if cookies may be marked Secure (SITE_URL is https). */
  secure: boolean
  /** Directory for files that are being received, emptied at each start. */
  receivingDirectory: string
  /** Returns true if a file of this size fits on the disk of the receiving directory. */
  hasDiskSpace(bytes: number): Promise<boolean>
  /** Measures the disk of the embedded database. Null on a hosted backend or a separate PostgreSQL. */
  databaseDisk: (() => { isFull: boolean; freeBytes: number }) | null
  uploadSessions: UploadSessions
  /** True if emails are files that /dev/mail shows. */
  showsMail: boolean
  /** Deletes the demo and returns null, or why it could not; null where there can be no demo. */
  removeDemo: (() => Promise<string | null>) | null
  /** Draws share pictures. */
  pictures: Pictures
  drawPaper: DrawPaper
  /** Reads the file of a work in another process. */
  readWork: ReadWork
  /** Reads the whole text of a Word document or a presentation in another process. */
  readText: ReadText
  /** Tries to stamp a work's PDF in another process. */
  canStamp: CanStamp
  /** Draws a page of a work's PDF in another process. */
  drawPage: DrawPage
  /**
   * Sends the views and clicks that this process counted in the last minute, so that statistics are current. Never
   * fails.
   */
  sendCounted(): Promise<void>
  missedSearches: MissedSearches
  /** Stores a message of the contact page for the admins. Null without the secret key of a hosted backend. */
  receiveMessage: ((message: ContactMessage) => Promise<void>) | null
  /** Alerts of addresses; null without the secret key of a hosted backend. */
  alerts: Alerts | null
  /** Lists what is wrong with the system now, the most urgent first. Never fails. */
  listTroubles(): Promise<Trouble[]>
  /** True if the backups of a real shop are only on the disk of its data. */
  lacksBackupElsewhere: boolean
  /** Null where this process makes none. */
  backups: Backups | null
  doctor: Doctor
  /** Invitations of admins; null without the backend's secret key. */
  adminInvitations: AdminInvitations | null
  /** Second factors of accounts; null without the backend's secret key. */
  secondFactors: SecondFactors | null
  /** Sales on this site; null where nothing is sold. */
  orders: Orders | null
  /** Reads the works of orders in the browser; null where nothing is sold. */
  orderReading: OrderReading | null
  /** Bank account verification; null where Paystack is off. */
  bankAccounts: BankAccounts | null
  /** Payouts through Paystack; null where Paystack is off. */
  transfers: Transfers | null
}

export const siteContext = createContext<Site>()
