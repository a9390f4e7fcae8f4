/**
 * The day of the last change of this text. New users agree to this version, which is stored with the account
 * (`consents`).
 */
export const privacyVersion = '2026-11-29'

/** The privacy notice that data protection law requires (NDPA 2023), in plain words. */
export const privacy = [
  {
    title: 'What we keep',
    paragraphs: [
      'Your name, email address, school, gender and year, because you gave them when you signed up, and the page of this site that you came from to do so. Your phone number, picture and bank details, if you add them. The works you upload and their reviews, the topics you ask for, your comments, what you report, and what you write to us on the contact page.',
      'We keep your password only in a form that nobody can read. If you turn on two-factor sign-in: the key of your authenticator app, the public key of each passkey, the name you gave it and when it was last used, and your recovery codes in a form that nobody can read. Your fingerprint or face stays on your device.',
      'What admins note about you in the course of a question or an order.',
      'If you only look around, we keep nothing that says who you are. We count opened pages by day and by where the visit came from, such as WhatsApp or Google, and keep the words of searches that found nothing. Until you close the tab, your device remembers from which site you came; if you order, it sends that with the order.',
      'Your own device remembers whether you chose light or dark and whether the menu is open. What you write before you sign in stays in it for an hour, so that you need not write it again.',
      'If you buy here, your device also remembers your email and your orders for half a year, so that you need not type them again; the checkout has a button that forgets them, and signing out does too.',
      'If you open the link of a class rep, your device keeps its code for 30 days, and sends it only to the checkout. If you buy in that time, we keep with the order that this rep brought you, because the rep is paid for it. The rep never sees who you are. The device of a class rep remembers their own code for a year.',
      'If you read a work here that you bought, we keep at which chapter you were, with the order. Your device keeps the size of the text and copies of the chapters that you opened, so that you can go on without a connection; signing out removes the copies.',
      'Your device keeps copies of the public pages that you open, so that they open without a connection; you remove them under Pages on this device, and signing out removes them.',
      'What you type in the form of an upload stays on your device until you send it or sign out, and for two weeks at most; where a file stopped, for a week.',
      'If you ask us to tell you when a work appears: your email address and what you look for. Admins see what is wanted and by how many, not by whom.',
      'If you tick at the checkout that you want emails about new materials, and pay: your email address, the time, and the words that you agreed to.',
      'Your device also keeps the list of works that you saved and of those that you opened last, until you sign out or clear them under Saved works. If you sign in, the works that you saved are kept in your account too, until you remove them; nobody else sees them. The other lists do not reach us, except to show you today’s prices.',
    ],
  },
  {
    title: 'Who is responsible',
    paragraphs: [
      'Lamplight decides what is kept and why, and is the data controller under the Nigeria Data Protection Act 2023. Write to the address at the foot of this page to reach the person responsible.',
    ],
  },
  {
    title: 'What we use it for, and on what basis',
    paragraphs: [
      'To run your account, review and sell what you uploaded, pay you and answer you: this is needed for our contract with you. Your phone number and picture are optional: we keep them with your consent, and you may remove them at any time.',
      'We keep records of money because tax law requires it.',
      'We count failed sign-ins and log what admins do, because we have a legitimate interest in keeping the site safe.',
      'We count how often the page of a work is opened and its payment link followed, by day, without cookies, addresses or names.',
      'If you begin to pay here and do not finish, we remind you by email, twice at most for a work, because we have a legitimate interest in an order that you began. Three days after a payment we ask once how the work was. A link in each of these emails turns that off; for that we keep a form of your address that nobody can read.',
      'We tell you of new works only after you asked for it and followed the link in our email, so with your consent. A link in each of these emails ends that.',
      'We email you about new materials, a few times a year, only if you ticked that at the checkout and paid, so with your consent. A link in each of these emails ends them; then we keep only a form of your address that nobody can read, so that we do not write again.',
      'We send no other advertising and sell nothing about you.',
    ],
  },
  {
    title: 'Who sees it',
    paragraphs: [
      'You, and the admin who runs Lamplight. Everyone sees the title, the free text and pictures of the free pages of a work; buyers see its file. We do not show who uploaded it.',
      'A comment shows your first name and school, and that you bought the work here if you did. The page of a work of yours shows your first name, school and year only if you tick that in Edit Profile.',
      'Only the admin sees who reported something.',
      'Notes about you are read by admins, and by you in the file of your data.',
      'Only you and the admins who pay you see your account number in full.',
    ],
  },
  {
    title: 'Who else receives it',
    paragraphs: [
      'The companies that host our site and database, that deliver our email, and that keep a second copy of uploaded files in a drive. They store or transport data for us and may not use it for themselves.',
      'Our bank, or Paystack where it pays for us, receives the account name and number of the people we pay. Paystack also tells us whose account it is when one is given, so that nobody is paid wrongly.',
      'Payments by buyers are made on Selar or Paystack and chats happen on WhatsApp; they have their own rules.',
      'If your bank asks for your money back, Paystack and your bank get what we know of that order: your email address, what you bought, and when you paid and downloaded it.',
      'Some of these companies may keep data outside Nigeria, and the same protection must apply there.',
    ],
  },
  {
    title: 'How long we keep it',
    paragraphs: [
      'Your account and what belongs to it: as long as you have the account.',
      'If you buy here: your email address with the order, so that you find the file again; 30 days if you did not pay.',
      'A file that was rejected: 14 days.',
      'Your second factors and recovery codes: until you remove them.',
      'Notes about you: until an admin deletes them, or until you delete your account.',
      'What you want to be told of: a year from when you last renewed it, until you end it or delete the account with its address; a day if you did not confirm it.',
      'Your consent to emails about new materials: until you end them or delete the account with its address; 30 days if you did not pay.',
      'A message of the contact page: a year, or until you delete the account with its address.',
      'Emails: the words of an email are deleted when it is sent, and the record that we sent it after 30 days.',
      'Failed sign-ins: a count for the account and for the internet address they came from, an hour.',
      'The words of searches that found nothing: twelve weeks, without who typed them.',
      'Records of money: 6 years, as tax law requires; they carry no name once the account is deleted.',
      'The log of what admins did: as long as the site is run, because it protects you and us.',
    ],
  },
  {
    title: 'Your rights',
    paragraphs: [
      'You may see what we keep, have it corrected, take it with you or have it deleted. You do this yourself on your dashboard, under My data, or you write to us.',
      'You may object to what we do on the basis of a legitimate interest, and ask us to stop using your data while we check.',
      'You may withdraw a consent at any time; what we did before stays lawful.',
      'If you think we handle your data badly, you may complain to the Nigeria Data Protection Commission.',
    ],
  },
  {
    title: 'If you are under 18',
    paragraphs: [
      'Ask your parent or guardian before you create an account. They may write to us at any time to see your data or have it deleted.',
    ],
  },
  {
    title: 'If something goes wrong',
    paragraphs: [
      'If data gets into the wrong hands, we tell the commission within 72 hours. We tell you as soon as it could harm you.',
    ],
  },
  {
    title: 'When this page changes',
    paragraphs: [
      'The new text is published here with its date. If the change affects what we do with your data, we tell you before it takes effect.',
    ],
  },
] as const
