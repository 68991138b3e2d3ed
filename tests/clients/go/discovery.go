package main

import (
	"context"
	"sort"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/restmapper"
)

// The groups that every client knows; their lists are compared in full.
var groups = []string{
	"v1", "apps/v1", "batch/v1", "coordination.k8s.io/v1", "events.k8s.io/v1", "rbac.authorization.k8s.io/v1",
	"apiextensions.k8s.io/v1", "networking.k8s.io/v1", "policy/v1", "storage.k8s.io/v1", "autoscaling/v2",
	"admissionregistration.k8s.io/v1", "authentication.k8s.io/v1", "authorization.k8s.io/v1",
}

func discover(_ context.Context, at *place) (any, error) {
	aggregated := discovery.NewDiscoveryClientForConfigOrDie(at.config)
	legacy := discovery.NewDiscoveryClientForConfigOrDie(at.config)
	legacy.UseLegacyDiscovery = true
	version, err := aggregated.ServerVersion()
	if err != nil {
		return nil, err
	}
	byAggregation, err := served(aggregated)
	if err != nil {
		return nil, err
	}
	byGroup, err := served(legacy)
	if err != nil {
		return nil, err
	}
	mapped, err := mapNames(aggregated)
	return map[string]any{
		"version": version.Major + "." + version.Minor, "mapped": mapped,
		"aggregated": byAggregation, "legacy": byGroup,
	}, err
}

func served(client *discovery.DiscoveryClient) (map[string][]string, error) {
	_, lists, err := client.ServerGroupsAndResources()
	if err != nil {
		return nil, err
	}
	byGroup := map[string][]string{}
	for _, list := range lists {
		byGroup[list.GroupVersion] = linesOf(list)
	}
	result := map[string][]string{}
	for _, group := range groups {
		result[group] = byGroup[group]
	}
	return result, nil
}

func linesOf(list *metav1.APIResourceList) []string {
	var lines []string
	for _, r := range list.APIResources {
		scope := "cluster"
		if r.Namespaced {
			scope = "namespaced"
		}
		if list.GroupVersion == strings.TrimPrefix(r.Group+"/"+r.Version, "/") {
			// The group version of the list may be left out or said again.
			r.Group, r.Version = "", ""
		}
		verbs := append([]string{}, r.Verbs...)
		sort.Strings(verbs)
		parts := []string{
			r.Name, r.Kind, scope, strings.Join(verbs, ","), strings.Join(r.ShortNames, ","),
			strings.Join(r.Categories, ","), r.SingularName, r.Group, r.Version,
		}
		lines = append(lines, strings.TrimRight(strings.Join(parts, " "), " "))
	}
	sort.Strings(lines)
	return lines
}

func mapNames(client *discovery.DiscoveryClient) (any, error) {
	cached := memory.NewMemCacheClient(client)
	mapper := restmapper.NewShortcutExpander(restmapper.NewDeferredDiscoveryRESTMapper(cached), cached, func(string) {})
	result := map[string]string{}
	for _, kind := range []schema.GroupKind{
		{Kind: "ConfigMap"}, {Group: "apps", Kind: "Deployment"}, {Group: "coordination.k8s.io", Kind: "Lease"},
		{Group: "rbac.authorization.k8s.io", Kind: "ClusterRole"}, {Kind: "Nothing"},
	} {
		mapping, err := mapper.RESTMapping(kind)
		if err != nil {
			result[kind.String()] = err.Error()
			continue
		}
		result[kind.String()] = mapping.Resource.String() + " " + string(mapping.Scope.Name())
	}
	for _, name := range []string{"cm", "deploy", "ns", "sa", "ing", "crd", "deployments", "event"} {
		kind, err := mapper.KindFor(schema.GroupVersionResource{Resource: name})
		if err != nil {
			result[name] = err.Error()
			continue
		}
		result[name] = kind.String()
	}
	return result, nil
}
