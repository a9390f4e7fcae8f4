/** Returns the length of a course, or null if it is unknown. */
export function weeks(count: number | null): string | null {
  return count === null ? null : count === 1 ? '1 week' : `${count} weeks`
}

/** Returns the teacher's name, or a placeholder. */
export function teacher(name: string | null): string {
  return name?.trim() || 'To be announced'
}

/** The reason why Enroll Now is disabled. */
export const NO_LINK = 'no WhatsApp link yet'

/** Returns the steps of joining a course. `link` is its valid WhatsApp link, or null. */
export function groupSteps(link: string | null): { title: string; text: string }[] {
  return [
    ...(link === null ? [] : [firstStep(link)]),
    {
      title: 'Agree before you pay',
      text: 'You agree on the start date, the times and the way to pay in the chat. Pay only when they suit you.',
    },
    {
      title: 'Learn in the chat',
      text: 'Notes, voice notes and tasks come into the group and stay there, so you can read when the network is good.',
    },
    {
      title: 'Know who sees you',
      text: 'Members of a WhatsApp group see your number. Keep patients’ details and hospital names out of it. You can leave at any time.',
    },
  ]
}

/** Returns the first step: links of groups and channels let people in at once; others are a chat with the organiser. */
function firstStep(link: string) {
  const isChannel = link.includes('.com/channel/')
  return isChannel || new URL(link).hostname === 'chat.whatsapp.com'
    ? {
        title: isChannel ? 'Open the channel' : 'Open the group',
        text: `Enroll Now opens WhatsApp in a new tab and shows the ${isChannel ? 'channel. Tap Follow' : 'group. Tap Join'}, and the organiser tells you how to pay.`,
      }
    : {
        title: 'Write to the organiser',
        text: 'Enroll Now opens a WhatsApp chat in a new tab. Send the message that is filled in, and ask when the course begins.',
      }
}
