/** The day this text last changed. Who signs up agrees to this version, and it is kept with the account (`consents`). */
export const privacyVersion = '2026-11-21'

/** What the law on data protection asks us to say (FIELD: NDPA 2023), in plain words. */
export const privacy = [
  {
    title: 'What we keep',
    text: 'Your name, email address, school, gender and year, because you gave them when you signed up; your phone number, picture and bank details if you add them; the works you upload and what was said of them; the topics you ask for, your comments, and what you report. Your password is kept in a form nobody can read. When you only look around, we keep nothing about you but two choices on your own device: light or dark, and whether the menu is open.',
  },
  {
    title: 'Who answers for it',
    text: 'Lamplight decides what is kept and why, and is the data controller in the sense of the Nigeria Data Protection Act 2023. The address at the foot of this page reaches the person who sees to it.',
  },
  {
    title: 'What it is for',
    text: 'To show you your own uploads and earnings, to review and sell what you uploaded, to pay you, and to answer you. We send no advertising and sell nothing about you to anybody.',
  },
  {
    title: 'Why we may',
    text: 'Most of it we need for what you asked of us: an account, a review, a payout. Your phone number and picture are there because you chose to add them, and you may take them out again whenever you like. Records of money we keep because the law on taxes asks for them.',
  },
  {
    title: 'Who sees it',
    text: 'You, and the operator who runs Lamplight. Buyers see the title and text of a work, not who uploaded it. A comment shows your first name and school; who reported something only the operator sees. Your account number is shown in full to you alone. Payments happen on Selar and chats on WhatsApp; they have rules of their own.',
  },
  {
    title: 'Your rights',
    text: 'You may see what we keep, have it corrected, take it with you or have it deleted. You do it yourself on your dashboard, under My data, or write to us and we do it. What the books must keep about money that was paid stays, without your name. If you think we handle your data badly, you may complain to the Nigeria Data Protection Commission.',
  },
  {
    title: 'How long, and where',
    text: 'As long as you have an account. What you take out is gone from our pages at once. Passwords and bank details travel and rest protected, and few people can reach them. Should a computer we use stand outside Nigeria, the same care is owed to you there.',
  },
  {
    title: 'If you are under 18',
    text: 'Ask your parent or guardian before you make an account. They may write to us at any time to see or remove it.',
  },
  {
    title: 'If something goes wrong',
    text: 'If data gets into wrong hands we tell the commission within 72 hours, and you as soon as it could harm you.',
  },
  {
    title: 'When this page changes',
    text: 'The new text stands here. If the change touches what we do with your data, we tell you before it counts.',
  },
] as const
