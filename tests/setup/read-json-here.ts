/**
 * Node reads JSON into objects of its own, which those of the page's context are not like: a wire would take them for something else than
 * plain objects. In a browser both are the same.
 */
for (const { prototype } of [Request, Response]) {
  prototype.json = async function json(this: Body) {
    return JSON.parse(await this.text());
  };
}
