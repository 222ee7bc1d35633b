package atlas.validation.config;

import atlas.validation.config.JsonValue.JsonNull;
import atlas.validation.config.JsonValue.JsonObject;
import atlas.validation.config.JsonValue.JsonString;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A config file laid out flat: what its profile says, over what the file says for all profiles.
 *
 * @param schemaVersion 1, or 2 for a file with profiles
 * @param chosen name of the profile, or null for a file without profiles
 * @param flat the file as if it had no profiles
 * @param others the same for every profile that was not chosen, by name
 */
record Profiles(int schemaVersion, @Nullable String chosen, JsonObject flat, Map<String, JsonObject> others) {

    /** Keys that are said once for all profiles. */
    private static final Set<String> SHARED = Set.of(
            "schema_version",
            "framework",
            "gpu_arch",
            "paths",
            "model",
            "threshold_json",
            "cluster_json",
            "default_profile",
            "profiles");

    /**
     * Chooses the profile. Where none can be chosen, that is a problem, and the first one stands in so that the rest of
     * the file can still be checked.
     */
    static Profiles choose(JsonObject root, Optional<String> wanted, Findings findings) {
        Map<String, JsonObject> profiles = profiles(root, findings);
        int version = version(root, findings);
        if (profiles.isEmpty()) {
            wanted.ifPresent(name -> findings.problem(
                    "has no profiles, so -Dconfig.profile=" + name + " chooses nothing", "leave out -Dconfig.profile"));
            return new Profiles(version, null, root, Map.of());
        }
        String chosen = name(root, wanted, profiles, findings);
        Map<String, JsonObject> flat = new LinkedHashMap<>();
        profiles.forEach((name, profile) -> flat.put(name, overlaid(common(root), profile)));
        JsonObject profile = profiles.get(chosen);
        if (profile != null && profile.members().isEmpty()) {
            findings.warning(
                    profile,
                    "profile " + chosen + " overrides nothing, so it reads as the file does without it",
                    "write what it changes");
        }
        JsonObject mine = flat.remove(chosen);
        return new Profiles(version, chosen, mine == null ? common(root) : mine, flat);
    }

    private static Map<String, JsonObject> profiles(JsonObject root, Findings findings) {
        Map<String, JsonObject> profiles = new LinkedHashMap<>();
        JsonValue section = root.members().get("profiles");
        if (section instanceof JsonObject object) {
            object.members().forEach((name, value) -> {
                if (value instanceof JsonObject profile) {
                    profiles.put(name, profile);
                    reportShared(profile, findings);
                } else {
                    findings.problem(value, "profiles." + name + " must be an object, got " + value.shown(), null);
                }
            });
            if (object.members().isEmpty()) {
                findings.problem(object, "profiles is empty", "write a profile, or leave out profiles");
            }
        } else if (section != null) {
            findings.problem(section, "profiles must be an object, got " + section.shown(), null);
        }
        return profiles;
    }

    private static void reportShared(JsonObject profile, Findings findings) {
        profile.members().forEach((key, value) -> {
            if (SHARED.contains(key)) {
                findings.problem(value, key + " is the same for all profiles", "move it out of the profile");
            }
        });
    }

    private static int version(JsonObject root, Findings findings) {
        boolean hasProfiles = root.members().containsKey("profiles");
        int shape = hasProfiles ? 2 : 1;
        JsonValue value = root.members().get("schema_version");
        if (value == null) {
            findings.warning(root.line(), root.pointer(), "schema_version is missing, and read as " + shape, "add it");
            return shape;
        }
        Long version = new Scalars(findings).integer("schema_version", value, 1, 2);
        if (version != null && version != shape) {
            findings.problem(
                    value,
                    "schema_version " + version + " does not go with a file " + (hasProfiles ? "with" : "without")
                            + " profiles",
                    "write " + shape);
        }
        return shape;
    }

    private static String name(
            JsonObject root, Optional<String> wanted, Map<String, JsonObject> profiles, Findings findings) {
        String first = profiles.keySet().iterator().next();
        List<String> known = List.copyOf(profiles.keySet());
        JsonValue byDefault = root.members().get("default_profile");
        if (byDefault != null && !(byDefault instanceof JsonNull)) {
            String text = byDefault instanceof JsonString string ? string.text() : byDefault.shown();
            if (!known.contains(text)) {
                findings.problem(
                        byDefault,
                        "default_profile " + byDefault.shown() + " is unknown",
                        Suggestion.choose(text, known));
            } else if (wanted.isEmpty()) {
                return text;
            }
        }
        if (wanted.isPresent()) {
            String name = wanted.get();
            if (known.contains(name)) {
                return name;
            }
            findings.problem(
                    "has no profile " + name + ", which -Dconfig.profile names", Suggestion.choose(name, known));
        } else if (byDefault == null && known.size() > 1) {
            findings.problem(
                    root.line(),
                    root.pointer(),
                    "has several profiles and no default_profile",
                    "choose one with -Dconfig.profile: " + Suggestion.list(known));
        }
        return first;
    }

    private static JsonObject common(JsonObject root) {
        Map<String, JsonValue> members = new LinkedHashMap<>(root.members());
        members.remove("profiles");
        return new JsonObject(root.line(), root.pointer(), members);
    }

    /** Lays one object over another: objects member by member, everything else whole. */
    private static JsonObject overlaid(JsonObject under, JsonObject over) {
        Map<String, JsonValue> members = new LinkedHashMap<>(under.members());
        over.members().forEach((key, value) -> {
            JsonValue below = members.get(key);
            members.put(
                    key,
                    below instanceof JsonObject one && value instanceof JsonObject other
                            ? overlaid(one, other)
                            : value);
        });
        return new JsonObject(over.line(), over.pointer(), members);
    }
}
