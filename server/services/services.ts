/** A running service, or several that stop together. */
export type Service = { stop(): unknown }

/** The running services in the order of their start. */
export class Services implements Service {
  readonly #running: Service[] = []

  /** Adds a service that was started, and returns it. */
  add<Started extends Service>(service: Started): Started {
    this.#running.push(service)
    return service
  }

  /** Stops the services one after another, the last one first. */
  async stop(): Promise<void> {
    for (const service of this.#running.splice(0).toReversed()) {
      await service.stop()
    }
  }
}
