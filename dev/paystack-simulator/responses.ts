/** How the simulator answers: every answer of Paystack has the same envelope. */
export type Answers = {
  done(message: string, data: unknown, status?: 200 | 201): Response
  refuse(status: number, message: string, code: string): Response
}

export const answers: Answers = {
  done: (message, data, status = 200) => Response.json({ status: true, message, data }, { status }),
  refuse: (status, message, code) => Response.json({ status: false, message, type: 'validation_error', code }, { status }),
}
