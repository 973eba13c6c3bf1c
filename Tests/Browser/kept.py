"""What a page has put aside in the browser."""

import time


def kept(page):
    """What the page's table holds, by key."""
    return page.page.evaluate("""() => new Promise((resolve, reject) => {
        const opening = indexedDB.open("roost", 1);
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
            const store = opening.result.transaction("values").objectStore("values");
            const keys = store.getAllKeys();
            const values = store.getAll();
            store.transaction.oncomplete = () => {
                opening.result.close();
                resolve(Object.fromEntries(keys.result.map((key, index) => [key, values.result[index]])));
            };
        };
    })""")


def until_kept(page, key, text, seconds=10):
    """Returns once what the page keeps under a key that begins with `key` contains `text`."""
    end = time.monotonic() + seconds
    while not any(name.startswith(key) and text in value for name, value in kept(page).items()):
        assert time.monotonic() < end, f"{key} does not hold {text!r} after {seconds} s"
        page.page.wait_for_timeout(50)
