/**
 * Frequent questions, grouped, with answers in plain words (SPEC 9: the 7-day window, the 24-hour reply, the 50%, the
 * 3-5 days). The id of a group is its anchor in the page, so that other pages can link to it.
 */
export const faq: readonly { id: string; group: string; questions: readonly { question: string; answer: string }[] }[] = [
  {
    id: 'buying',
    group: 'Buying',
    questions: [
      {
        question: 'How do I buy a material?',
        answer:
          'Open it, read the free part, and tap Purchase. The line below the button says where you pay. If that is Selar, its page opens in a new tab, and Selar sends the file to the email address you gave there. If it is Paystack, you get the file at once on the page of your order, and we email you the receipt with a link to that page.',
      },
      {
        question: 'What can I see before I pay?',
        answer:
          'A part of the work to read: the first chapter, the introduction or the abstract. The page says which. You also see what the whole work contains: its chapters, how the study was done, the number of pages and references, the file and the price. If it does not suit you, you have paid nothing.',
      },
      {
        question: 'I paid and got nothing. What now?',
        answer:
          'Look in the spam folder first. If you paid on Selar, the email comes from Selar; if you paid on Paystack, it comes from us, and the page of your order also has the file. If nothing has come after an hour, use the form on the Support page and give your order reference. We usually answer within 24 hours.',
      },
      {
        question: 'Can I get my money back?',
        answer:
          '{refund_rule} This is our {refund_days}-day satisfaction window. Your order reference, or the email address that you paid with, is enough.',
      },
      {
        question: 'May I submit a work I bought?',
        answer:
          'No. Every material is a guide and a sample. Read it, learn how its parts fit together, cite it, and write your own. We do not support plagiarism, and your school checks for it. Only templates, letters and forms that are sold to be adapted are meant to be filled in and used.',
      },
      {
        question: 'What do “Outline” and “Sample” mean on a page?',
        answer:
          'We wrote the text as an example of how such a work is laid out. An outline is free and says what is planned; nothing follows it. A sample shows how a page of the shop looks. No study was carried out, and neither is sold for real money. Brackets show where a real study would cite a source. No real patient is described in it.',
      },
      {
        question: 'Why can I not tap Purchase on some works?',
        answer: 'They are not on sale yet. After its review a work goes on sale at once or within a few days.',
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
          'Your own work: care plans, projects, case studies, assignments, theses and the like, as PDF, Word or PowerPoint up to 50MB. It must not contain the name of a patient, or anything by which a patient could be identified.',
      },
      {
        question: 'May I upload a work that we wrote as a group?',
        answer:
          'Only if all of you agree. One person uploads it, is paid, and shares the money with the others. We cannot settle disputes between authors.',
      },
      {
        question: 'Do buyers see who I am?',
        answer:
          'No. They see the title and the text. Take your name, matric number and acknowledgements out of the file before you send it.',
      },
      {
        question: 'Can I take my work down again?',
        answer:
          'Yes. While it is pending, you can replace the file or withdraw it yourself on the upload page. After that, write to us and we take it off sale. People who bought it before keep their copy.',
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
          'A reviewer opens it and checks four things: the file opens, it is your own work, no patient or student can be identified from it, and its chapters are complete. We do not reject a work for spelling mistakes alone.',
      },
      {
        question: 'How long does the review take?',
        answer:
          '3-5 business days. Saturdays, Sundays and public holidays do not count. You see the status of each upload on the upload page, and we send you the answer by email.',
      },
      {
        question: 'What do pending, approved and rejected mean?',
        answer:
          'Pending: it is waiting for its review, or for changes that the review notes ask for. Approved: it goes on sale at the price you see beside it. Rejected: it will not be sold, and the notes say why. You may correct it and upload it again.',
      },
      {
        question: 'Who sets the price?',
        answer:
          'The reviewer sets it by the length of the work, its kind and the demand for it. You see it beside your upload once it is approved.',
      },
      {
        question: 'How much do I earn?',
        answer:
          '{Half} of every sale: {half} {share_of}, unless we agreed another share with you when your work was approved. If the buyer has a discount code from us, your share is of what was paid. Your statement shows each sale to the kobo.',
      },
      {
        question: 'When and how am I paid?',
        answer:
          'By transfer to the bank account in your profile. Payouts are made on {payout_day}s, from {minimum} on. A share waits until the buyer’s {refund_days} days are over, because a refunded sale earns nothing. After a change of bank details we pay nothing for {hold_hours} hours, to protect you from theft. The statement on your dashboard shows each sale.',
      },
      {
        question: 'What if I typed my bank details wrongly?',
        answer:
          'Correct them under Edit Profile on your dashboard, or write to us immediately. We cannot get money back that was paid to a wrong account because of wrong details.',
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
          'Enroll Now opens a WhatsApp chat. You agree on the payment there. Then you are added to the group, where lessons and exercises are sent every week.',
      },
      {
        question: 'How do I order a service?',
        answer:
          'Tap Order This Service and say in the chat what you have, what you need and by when. You learn the price and the time first. Pay only when you agree with both.',
      },
      {
        question: 'Will you write my project for me?',
        answer:
          'No. Writing services are tutoring, editing, formatting, statistics help and feedback on work that is yours. Nobody here offers to write it.',
      },
      {
        question: 'Do I need a strong network for a course?',
        answer:
          'No. Lessons are short texts, drawings and voice notes that stay in the group. You can open them whenever the network is good.',
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
        question: 'I did not get the confirmation email.',
        answer:
          'Wait a few minutes and look in the spam folder. Then open Sign In and tap “Didn’t get the confirmation email?”: we send it again. If you mistyped the address, sign up again with the right one.',
      },
      {
        question: 'I forgot my password.',
        answer:
          'Open Sign In and tap “Forgot your password?”. We send you a link by email, and you use it to choose a new password.',
      },
      {
        question: 'Are the topics really free?',
        answer: 'Yes, all of them, and you need no account. Choose one, narrow it to your ward or town, and ask your supervisor.',
      },
      {
        question: 'My topic is not in the directory.',
        answer:
          'Search with fewer words first. If it is not there, tap Request this topic, and say your programme and when you need it. We look for materials on it and answer within 3-5 business days.',
      },
      {
        question: 'How soon will I get an answer?',
        answer:
          'We usually reply within 24 hours. Our office hours are on the Contact page. Messages that arrive outside them are read when the office opens.',
      },
    ],
  },
]
