/**
 * Questions people ask, grouped, with answers in plain words (SPEC 9: the 7-day window, the 24-hour reply, the 50%, the 3-5 days). The id of a
 * group is its place in the page, so that other pages can lead to it.
 */
export const faq: readonly { id: string; group: string; questions: readonly { question: string; answer: string }[] }[] = [
  {
    id: 'buying',
    group: 'Buying',
    questions: [
      {
        question: 'How do I buy a material?',
        answer:
          'Open it, read chapter one, and tap Purchase. The payment page of Selar opens in a new tab. When you have paid, the file comes to the email address you gave there.',
      },
      {
        question: 'What can I see before I pay?',
        answer:
          'The first chapter or an introduction, the number of pages, the year, the format and the price. Read it as you would read the back of a book. If it does not fit your work, you have lost nothing.',
      },
      {
        question: 'I paid and got nothing. What now?',
        answer:
          'Look in the spam folder first; the mail comes from Selar. If it is not there within an hour, use the form on the Support page with your order reference. We usually answer within 24 hours.',
      },
      {
        question: 'Can I get my money back?',
        answer:
          'If the work is not what its page promised, tell us within 7 days of paying. We put it right or refund you. This is our 7-day satisfaction window.',
      },
      {
        question: 'May I submit a work I bought?',
        answer:
          'No. Every material is a guide and a sample. Read it, learn from how it is built, cite it, and write your own. We do not support plagiarism, and your school checks for it.',
      },
      {
        question: 'What does “sample” mean on a page?',
        answer:
          'That the text was written to show how Lamplight works and how such a work is laid out. Where a real study would cite, it shows the place in brackets. Nobody’s real patient is in it.',
      },
      {
        question: 'Why can I not tap Purchase on some works?',
        answer: 'They have no payment link yet. It is made by hand after the review, usually within a few days.',
      },
    ],
  },
  {
    id: 'uploading',
    group: 'Uploading',
    questions: [
      {
        question: 'What may I upload?',
        answer:
          'Your own work: care plans, projects, case studies, assignments, theses and the like, as PDF, Word or PowerPoint up to 50MB. It must not carry the name of a patient or anything by which one could be known.',
      },
      {
        question: 'May I upload a work that we wrote as a group?',
        answer:
          'Only if all of you agree. One person uploads it and is paid, and shares the money with the others. We cannot settle quarrels between authors.',
      },
      {
        question: 'Do buyers see who I am?',
        answer:
          'No. They see the title and the text. Take your name, matric number and acknowledgements out of the file before you send it.',
      },
      {
        question: 'Can I take my work down again?',
        answer:
          'While it is pending you replace the file or withdraw it yourself, on the upload page. Later, write to us and we take it off sale. Those who bought it before keep their copy.',
      },
    ],
  },
  {
    id: 'reviews-and-payouts',
    group: 'How reviews and payouts work',
    questions: [
      {
        question: 'What happens to my upload in the review?',
        answer:
          'A person opens it and looks at four things: that the file opens, that it is your own work, that no patient or student can be known from it, and that its chapters are complete. Spelling mistakes alone are no reason to turn it down.',
      },
      {
        question: 'How long does the review take?',
        answer:
          '3-5 business days. Saturdays, Sundays and public holidays do not count. You see the state of each upload on the upload page, and an email tells you the answer.',
      },
      {
        question: 'What do pending, approved and rejected mean?',
        answer:
          'Pending: it waits for its review, or for changes that the notes ask of you. Approved: it goes on sale with the price you see beside it. Rejected: it will not be sold, and the notes say why. You may mend it and upload it again.',
      },
      {
        question: 'Who sets the price?',
        answer: 'The reviewer, by length, kind and demand. You see it beside your upload once it is approved.',
      },
      {
        question: 'How much do I earn?',
        answer: 'Half of every sale. If your work sells for ₦3,000, ₦1,500 is yours each time.',
      },
      {
        question: 'When and how am I paid?',
        answer:
          'By transfer to the bank account in your profile, with the next payout. A sale waits until the buyer’s 7 days are over, because a sale that is refunded earns nothing; after a change of bank details everything waits 48 hours, so that a thief gains nothing. The statement on your dashboard shows each sale.',
      },
      {
        question: 'What if I typed my bank details wrongly?',
        answer:
          'Correct them under Edit Profile on your dashboard, or write to us at once. Money that went to a wrong account because of wrong details cannot be brought back by us.',
      },
    ],
  },
  {
    id: 'courses-and-services',
    group: 'Courses and writing services',
    questions: [
      {
        question: 'How does a course work?',
        answer:
          'Enroll Now opens a WhatsApp chat. You agree on the payment there and are added to the group, where lessons and exercises come week by week.',
      },
      {
        question: 'How do I order a service?',
        answer:
          'Tap Order This Service and say in the chat what you have, what you need and by when. You hear the price and the time first. Pay only when you agree with both.',
      },
      {
        question: 'Will you write my project for me?',
        answer:
          'No. Writing services are tutoring, editing, formatting, statistics help and feedback on work that is yours. Nobody here offers to write it.',
      },
      {
        question: 'Do I need a strong network for a course?',
        answer:
          'No. Lessons are short texts, drawings and voice notes that stay in the group. You can read them at night, or whenever the network is good.',
      },
    ],
  },
  {
    id: 'account-and-topics',
    group: 'Account and topics',
    questions: [
      {
        question: 'Do I need an account?',
        answer: 'Not to read, to search topics or to buy. You need one to upload, to be paid and to ask for a topic.',
      },
      {
        question: 'The confirmation mail did not come.',
        answer:
          'Wait a few minutes and look in the spam folder. Then open Login and tap “The confirmation mail did not come”: we send it again. If you mistyped the address, sign up again with the right one.',
      },
      {
        question: 'I forgot my password.',
        answer: 'Open Login and tap “Forgot your password?”. A link comes by mail, and with it you choose a new one.',
      },
      {
        question: 'Are the topics really free?',
        answer: 'Yes, all of them, without an account. Take one, narrow it to your ward or town, and ask your supervisor.',
      },
      {
        question: 'My topic is not in the directory.',
        answer:
          'Search with fewer words first. If it is not there, tap Request this topic, and say your programme and when you need it. We look for materials on it and answer within 3-5 business days.',
      },
      {
        question: 'How soon does somebody answer me?',
        answer:
          'We usually reply within 24 hours. Our office hours are on the Contact page; what comes in outside them is read when the office opens.',
      },
    ],
  },
]
