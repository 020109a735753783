// The page's token against forged requests, and a newer one where the browser got new cookies meanwhile.

export function csrfToken(first) {
  let token = first;
  return {
    token: () => token,
    // From the page at this address; false where this browser is not let in there any more.
    renew: async (address) => {
      try {
        const response = await fetch(address, { headers: { Accept: "text/html" } });
        const page = new DOMParser().parseFromString(await response.text(), "text/html");
        const newer = page.querySelector("#outbox [name=csrfmiddlewaretoken]")?.value;
        if (!response.ok || !newer) return false;
        token = newer;
        return true;
      } catch {
        return false;
      }
    },
  };
}
