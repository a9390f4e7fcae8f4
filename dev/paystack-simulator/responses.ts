/** Responses of the simulator. Each has the envelope of Paystack's description, and a rejection names its type and code. */
export type Responses = {
  done(message: string, data: unknown, more?: { status?: 200 | 201; meta?: object }): Response
  reject(status: number, message: string, code: string): Response
}

export const responses: Responses = {
  done: (message, data, { status = 200, meta } = {}) =>
    Response.json({ status: true, message, data, ...(meta === undefined ? {} : { meta }) }, { status }),
  reject: (status, message, code) =>
    Response.json(
      {
        status: false,
        message,
        meta: { nextStep: 'Ensure that the values you passed are correct' },
        type: status >= 500 ? 'api_error' : 'validation_error',
        code,
        errorCodeMappingNotFound: false,
      },
      { status },
    ),
}
