/** Questions people ask, grouped, with answers in plain words (SPEC 9: the 7-day window, the 24-hour reply, the 50%, the 3-5 days). */
export const faq = [
  {
    group: 'Buying',
    questions: [
      {
        question: 'How do I buy a material?',
        answer:
          'Open it, read chapter one, and tap Purchase. The payment page of Selar opens in a new tab. When you have paid, the file comes to the email address you gave there.',
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
        question: 'Why can I not tap Purchase on some works?',
        answer: 'They have no payment link yet. It is made by hand after the review, usually within a few days.',
      },
    ],
  },
  {
    group: 'Uploading and earning',
    questions: [
      {
        question: 'What may I upload?',
        answer:
          'Your own work: care plans, projects, case studies, assignments, theses and the like, as PDF, Word or PowerPoint up to 50MB. It must not carry the name of a patient or anything by which one could be known.',
      },
      {
        question: 'How long does the review take?',
        answer:
          '3-5 business days. Saturdays, Sundays and public holidays do not count. You see the state of each upload on the upload page.',
      },
      {
        question: 'How much do I earn?',
        answer: 'Half of every sale. If your work sells for ₦3,000, ₦1,500 is yours each time.',
      },
      {
        question: 'Who sets the price?',
        answer: 'The reviewer, by length, kind and demand. You see it beside your upload once it is approved.',
      },
      {
        question: 'What if I typed my bank details wrongly?',
        answer:
          'Correct them with your next upload or write to us at once. Money that went to a wrong account because of wrong details cannot be brought back by us.',
      },
    ],
  },
  {
    group: 'Courses and writing services',
    questions: [
      {
        question: 'How does a course work?',
        answer:
          'Enroll Now opens a WhatsApp chat. You agree on the payment there and are added to the group, where lessons and exercises come week by week.',
      },
      {
        question: 'Will you write my project for me?',
        answer:
          'No. Writing services are tutoring, editing, formatting, statistics help and feedback on work that is yours. Nobody here offers to write it.',
      },
    ],
  },
  {
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
        question: 'Are the topics really free?',
        answer: 'Yes, all of them, without an account. Take one, narrow it to your ward or town, and ask your supervisor.',
      },
    ],
  },
] as const
